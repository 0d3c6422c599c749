/** A whole number: `1,234`. `Intl` would make the start of the action slower. */
export function number(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** `1 finding`, `2 findings`. */
export function plural(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}
