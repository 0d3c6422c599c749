/** How one language writes numbers and lists. A score is rounded as `toFixed` does: `Intl` would show 8.95 as 9.0. */
function numbersIn({ thousands, point, and }: Record<'thousands' | 'point' | 'and', string>) {
  function number(value: number): string {
    return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/gu, thousands);
  }
  return {
    /** A whole number: `1,234`. */
    number,
    /** `1 finding`, `2 findings`. Zero is plural: `0 findings`. */
    plural: (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`,
    /** A score with one decimal: `7.5`. */
    decimal: (score: number) => score.toFixed(1).replace('.', point),
    /** `62.5%`. */
    percent: (value: number) => `${String(value).replace('.', point)}%`,
    /** `PDF, JSON and SARIF`. */
    joinWords: (words: readonly string[]) =>
      words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`,
  };
}

export const enNumbers = numbersIn({ thousands: ',', point: '.', and: 'and' });
export const ptNumbers = numbersIn({ thousands: '.', point: ',', and: 'e' });

/** The first twenty of `names`, between backticks. */
export function quotedNames(names: readonly string[]): string {
  return names
    .slice(0, 20)
    .map((name) => `\`${name}\``)
    .join(', ');
}
