/** Texts from outside: of the service, the site, GitHub or an event. All are hostile. */
import { isMapping } from './fields.ts';

/** A text from outside, and what it is: that decides how much of it a report shows, and to whom. */
export interface Outside<Is extends OutsideKind = OutsideKind> {
  readonly is: Is;
  readonly text: string;
}

interface Showing {
  /** How much of it a report shows. It still has to be made short and harmless. */
  readonly shown: (text: string) => string;
  /** What is left of it in a report that anybody may read. */
  readonly withheld: (text: string) => string;
}

const whole = (text: string) => text;
const stars = () => '***';
const nothing = () => '';

const kinds = {
  /** Anybody may read it: codes, states, environments, ids of scans, and what the action itself says. */
  name: { shown: whole, withheld: whole },
  /** A text that a sentence needs. It may name findings. */
  text: { shown: whole, withheld: stars },
  /** A text that a sentence can do without: what an answer or an error says. */
  detail: { shown: whole, withheld: nothing },
  /** A place in an answer, such as `issues[3].name`: the first name in it is one of the interface. */
  path: { shown: whole, withheld: (text) => text.replace(/[.[].*$/s, '') },
  /** An address that a sentence needs. */
  address: { shown: bareAddress, withheld: stars },
  /** An address that a sentence can do without. */
  link: { shown: bareAddress, withheld: nothing },
} satisfies Readonly<Record<string, Showing>>;

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
export type Shown<Value> = Value extends Outside ? string : { [Key in keyof Value]: Shown<Value[Key]> };

/** `Value` without fields of type `string`: nobody could say who may read them. A union of fixed words may stay. */
type NoFreeText<Value> = Value extends Outside
  ? Value
  : string extends Value
    ? never
    : { [Key in keyof Value]: NoFreeText<Value[Key]> };

/** `value` with every text from outside as far as a report may show it, made harmless by `clean`. */
export function shown<Value>(
  value: Value & NoFreeText<Value>,
  clean: (text: string) => string,
): Shown<Value> {
  return mapOutside<Value>(value, ({ is, text }) => clean(kinds[is].shown(text)));
}

/** `value` with every text from outside as it came, for programs. */
export function asGiven<Value>(value: Value): Shown<Value> {
  return mapOutside<Value>(value, ({ text }) => text);
}

/** `value` for a report that anybody may read. */
export function withheld<Value>(value: Value & NoFreeText<Value>): Value {
  return mapOutside<Value>(value, (given) => ({ ...given, text: kinds[given.is].withheld(given.text) }));
}

/** `value` with what `each` makes of every text from outside in it, at any depth. */
function mapOutside<Value>(value: Value, each: <Each extends Outside>(given: Each) => Each): Value;
function mapOutside<Value>(value: Value, each: (given: Outside) => string): Shown<Value>;
function mapOutside(value: unknown, each: (given: Outside) => unknown): unknown {
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
