/**
 * Texts in problems, each with the kind that says who may read it. Those of the service, the site, GitHub or an event are
 * hostile, whatever their kind. Ids and what the action itself says are `public`.
 */

import { isMapping } from './fields.ts';

/** A text with its kind, which decides how much of the text a report shows, and to whom. */
export interface Outside<Is extends OutsideKind = OutsideKind> {
  readonly is: Is;
  readonly text: string;
}

interface ShownText {
  /** What a full report shows of the text, which still has to be made short and harmless. */
  readonly inReport: (text: string) => string;
  /** What is left of the text in a report that anybody may read. */
  readonly withheld: (text: string) => string;
}

const whole = (text: string) => text;
const stars = () => '***';
const nothing = () => '';

const kinds = {
  /** Anybody may read it: codes, states, environments, ids of scans, and what the action itself says. */
  public: { inReport: whole, withheld: whole },
  /** A text that a sentence needs. It may name findings. */
  private: { inReport: whole, withheld: stars },
  /** A text that a sentence can do without: what an answer or an error says. */
  detail: { inReport: whole, withheld: nothing },
  /** A place in an answer, such as `issues[3].name`: anybody may read the first name, which is one of the interface. */
  path: { inReport: whole, withheld: (text) => text.replace(/[.[].*$/s, '') },
  /** An address that a sentence needs. */
  address: { inReport: bareAddress, withheld: stars },
  /** An address that a sentence can do without. */
  addressDetail: { inReport: bareAddress, withheld: nothing },
} satisfies Readonly<Record<string, ShownText>>;

export type OutsideKind = keyof typeof kinds;

export function outside<Is extends OutsideKind>(is: Is, text: string): Outside<Is> {
  return { is, text };
}

/** An address without user info, query and fragment, which may hold secrets. */
function bareAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text.replace(/[?#].*$/su, '').replace(/\/\/[^/]*@/u, '//');
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** `Value` with a string in place of each text from outside. */
export type WithStrings<Value> = Value extends Outside
  ? string
  : { [Key in keyof Value]: WithStrings<Value[Key]> };

/** `Value` without fields of type `string`: nobody could say who may read them. A union of fixed words may stay. */
type NoFreeText<Value> = Value extends Outside
  ? Value
  : string extends Value
    ? never
    : { [Key in keyof Value]: NoFreeText<Value[Key]> };

/** `value` with what a full report shows of every text from outside, made harmless by `clean`. */
export function forReport<Value>(
  value: Value & NoFreeText<Value>,
  clean: (text: string) => string,
): WithStrings<Value> {
  return mapOutside<Value>(value, ({ is, text }) => clean(kinds[is].inReport(text)));
}

/** `value` with every text from outside as it came, for programs. */
export function asGiven<Value>(value: Value): WithStrings<Value> {
  return mapOutside<Value>(value, ({ text }) => text);
}

/** `value` for a report that anybody may read. */
export function withheld<Value>(value: Value & NoFreeText<Value>): Value {
  return mapOutside<Value>(value, (entry) => ({ ...entry, text: kinds[entry.is].withheld(entry.text) }));
}

/** Replaces every text from outside in `value`, at any depth, by what `each` makes of it. */
function mapOutside<Value>(value: Value, each: <Each extends Outside>(entry: Each) => Each): Value;
function mapOutside<Value>(value: Value, each: (entry: Outside) => string): WithStrings<Value>;
function mapOutside(value: unknown, each: (entry: Outside) => unknown): unknown {
  const walk = (part: unknown): unknown => {
    if (isOutside(part)) return each(part);
    if (Array.isArray(part)) return part.map(walk);
    if (!isMapping(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, field]) => [name, walk(field)]));
  };
  return walk(value);
}

function isOutside(value: unknown): value is Outside {
  return isMapping(value) && typeof value['is'] === 'string' && typeof value['text'] === 'string';
}
