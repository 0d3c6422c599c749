/** How one language writes numbers and lists. A score is rounded as `toFixed` does: `Intl` would show 8.95 as 9.0. */
function numbersIn(locale: string, point: string) {
  const wholeNumbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const lists = new Intl.ListFormat(locale);
  const number = (value: number) => wholeNumbers.format(value);
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
    joinWords: (words: readonly string[]) => lists.format(words),
  };
}

/** British English, which has no comma before “and”. */
export const enNumbers = numbersIn('en-GB', '.');
export const ptNumbers = numbersIn('pt-BR', ',');

/** The first twenty of `names`, between backticks. */
export function quotedNames(names: readonly string[]): string {
  return names
    .slice(0, 20)
    .map((name) => `\`${name}\``)
    .join(', ');
}
