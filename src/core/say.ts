/** Texts in both languages: templates with holes, and how the holes are filled. */

import { quotableText } from './plain-text.ts';
import { shownDuration } from './time.ts';

export const languages = ['en', 'pt'] as const;
export type Language = (typeof languages)[number];

/**
 * `{name}` is a hole for a fact, and `{count:one|many}` for a number with its noun. What is between square brackets is
 * left out if a fact in it is empty.
 */
export type Template = Readonly<Record<Language, string>>;

/** The names of the holes in a text. */
export type HolesOf<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}:${string}` ? Name : Hole) | HolesOf<Rest>
  : never;

/** A name means the same everywhere: `…Ms` is a duration in milliseconds. */
export type FactTypeOf<Name> = Name extends `${string}Ms` | NameOfNumber
  ? number
  : Name extends 'percentage'
    ? number | null
    : Name extends 'pending' | 'deployments' | 'options'
      ? readonly string[]
      : string;
type NameOfNumber = 'status' | 'limitMib' | 'checks' | 'minimum' | 'total' | 'found' | 'count';

/** What a template needs. The English text decides. */
export type FactsOf<T extends Template> = { readonly [Name in HolesOf<T['en']>]: FactTypeOf<Name> };

/**
 * What happened, and what to do now. Plain text; parts between backticks are names to type or to read literally. Each
 * remedy is a line of its own; `''` if there is nothing to do.
 */
export interface Advice {
  readonly what: string;
  readonly remedy: string;
}

/** Longest fact that is shown, in code points. */
const maxFactLength = 200;

/**
 * The text with its facts. Facts may come from outside: they become short and plain, and end no quotes of the text. A
 * fact that is an {@link Advice} was said already, and is taken as it is.
 */
export function say<const T extends Template>(
  template: T,
  facts: Readonly<Record<HolesOf<T['en']>, unknown>>,
  language: Language,
): string {
  return filled(template[language], facts, language);
}

function filled(text: string, facts: object, language: Language): string {
  const values = new Map<string, unknown>(Object.entries(facts));
  const shown = (name: string, nouns: Nouns | null) => shownFact(name, values.get(name), language, nouns);
  const hasFacts = (part: string) =>
    [...part.matchAll(/\{(\w+)/gu)].every(([, name = '']) => shown(name, null) !== '');
  return text
    .replace(/\[(.*?)\]/gsu, (_, part: string) => (hasFacts(part) ? part : ''))
    .replace(/\{(\w+)(?::(.*?)\|(.*?))?\}/gu, (_, name: string, one?: string, many?: string) =>
      shown(name, one === undefined || many === undefined ? null : [one, many]),
    );
}

type Nouns = readonly [one: string, many: string];

function shownFact(name: string, fact: unknown, language: Language, nouns: Nouns | null): string {
  const { number, percent, plural } = numberFormats[language];
  if (typeof fact === 'number') {
    if (name.endsWith('Ms')) return shownDuration(fact);
    if (name === 'percentage') return percent(fact);
    return nouns === null ? number(fact) : plural(fact, ...nouns);
  }
  if (Array.isArray(fact)) return quotedList(fact.map((entry) => harmless(String(entry))));
  return isAdvice(fact) ? fact.what : harmless(String(fact ?? ''));
}

function harmless(text: string): string {
  return quotableText(text, maxFactLength).replaceAll(/[“”]/gu, '"');
}

function isAdvice(fact: unknown): fact is Advice {
  return typeof fact === 'object' && fact !== null && 'what' in fact && 'remedy' in fact;
}

/** The first line of a template is what happened. The others are remedies. */
export function advise(template: Template, facts: object, language: Language): Advice {
  const [what = '', ...remedies] = filled(template[language], facts, language).split('\n');
  return { what, remedy: remedies.join('\n') };
}

/** For words that one place shows: `const t = wordsIn(language)`, then `t('Started', 'Início')`. */
export function wordsIn(language: Language) {
  return (en: string, pt: string): string => ({ en, pt })[language];
}

/** How one language writes numbers. A score is rounded as `toFixed` does: `Intl` would show 8.95 as 9.0. */
function numbersIn({ thousands, point }: Record<'thousands' | 'point', string>) {
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
    /** With at most two decimals: `62.5%`. */
    percent: (value: number) => {
      const rounded = Math.round(value * 100) / 100;
      // Not 100 % before it is.
      return `${String(value < 100 ? Math.min(rounded, 99.99) : rounded).replace('.', point)}%`;
    },
  };
}

export const numberFormats = {
  en: numbersIn({ thousands: ',', point: '.' }),
  pt: numbersIn({ thousands: '.', point: ',' }),
};

/** The first twenty of `names`, between backticks. */
function quotedList(names: readonly string[]): string {
  return names
    .slice(0, 20)
    .map((name) => `\`${name}\``)
    .join(', ');
}

/** Joins the parts that are not empty. */
export function joinNonEmpty(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}
