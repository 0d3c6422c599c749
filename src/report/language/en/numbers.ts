/** A whole number: `1,234`. `Intl` would make the start of the action slower. */
export function number(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** `1 finding`, `2 findings`. */
export function plural(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** A score with one decimal: `7.5`. */
export function decimal(score: number): string {
  return score.toFixed(1);
}

/** `62.5%`. */
export function percent(value: number): string {
  return `${value}%`;
}

/** `PDF, JSON and SARIF`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
