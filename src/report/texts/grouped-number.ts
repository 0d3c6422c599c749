/** A whole number with `separator` between groups of three digits. `Intl` would cost start-up time for no more. */
export function groupedNumber(value: number, separator: string): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/gu, separator);
}
