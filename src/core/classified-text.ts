/**
 * Texts in problems. Each text has a class, which says who may read it. Texts of the service, the site, GitHub or an
 * event are hostile, whatever their class. Ids and the action's own words are `public`.
 */

import { isMapping } from './fields.ts';

/** A text with its class, which decides how much of the text a report shows, and to whom. */
export interface ClassifiedText<Class extends TextClass = TextClass> {
  readonly textClass: Class;
  readonly text: string;
}

const whole = (text: string) => text;
const stars = () => '***';
const nothing = () => '';

/**
 * `inReport`: what a full report shows of the text, which still has to be made short and harmless. `inPublicReport`:
 * what is left of it in a report that anybody may read.
 */
const textClasses = {
  /** Anybody may read it: codes, states, environments, ids of scans, and what the action itself says. */
  public: { inReport: whole, inPublicReport: whole },
  /** A text that a sentence needs. It may name findings. */
  private: { inReport: whole, inPublicReport: stars },
  /** A text that a sentence can do without: what an answer or an error says. */
  detail: { inReport: whole, inPublicReport: nothing },
  /**
   * A place in an answer, such as `issues[3].name`: anybody may read the first name, which is a field of the interface.
   */
  path: { inReport: whole, inPublicReport: (text: string) => text.replace(/[.[].*$/s, '') },
  /** An address that a sentence needs. */
  address: { inReport: addressWithoutSecrets, inPublicReport: stars },
  /** An address that a sentence can do without. */
  addressDetail: { inReport: addressWithoutSecrets, inPublicReport: nothing },
};

export type TextClass = keyof typeof textClasses;

export function classified<Class extends TextClass>(textClass: Class, text: string): ClassifiedText<Class> {
  return { textClass, text };
}

/** An address without user info, query and fragment, which may hold secrets. */
function addressWithoutSecrets(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text.replace(/[?#].*$/su, '').replace(/\/\/[^/]*@/u, '//');
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** `Value` with a string in place of each classified text. */
export type WithStrings<Value> = Value extends ClassifiedText
  ? string
  : { [Key in keyof Value]: WithStrings<Value[Key]> };

/**
 * `Value` without fields of type `string`: such a field does not say who may read it. A union of fixed words may stay.
 */
type NoFreeText<Value> = Value extends ClassifiedText
  ? Value
  : string extends Value
    ? never
    : { [Key in keyof Value]: NoFreeText<Value[Key]> };

/** `value` with what a full report shows of every classified text. `clean` makes the texts harmless. */
export function withReportTexts<Value>(
  value: Value & NoFreeText<Value>,
  clean: (text: string) => string,
): WithStrings<Value> {
  return mapTexts<Value>(value, ({ textClass, text }) => clean(textClasses[textClass].inReport(text)));
}

/** `value` with every classified text as it came, for programs. */
export function withOriginalTexts<Value>(value: Value): WithStrings<Value> {
  return mapTexts<Value>(value, ({ text }) => text);
}

/** `value` with what is left of every classified text in a report that anybody may read. */
export function withPublicTexts<Value>(value: Value & NoFreeText<Value>): Value {
  return mapTexts<Value>(value, (classifiedText) => ({
    ...classifiedText,
    text: textClasses[classifiedText.textClass].inPublicReport(classifiedText.text),
  }));
}

/** Replaces every classified text in `value`, at any depth, with the result of `replace`. */
function mapTexts<Value>(value: Value, replace: <Text extends ClassifiedText>(text: Text) => Text): Value;
function mapTexts<Value>(value: Value, replace: (text: ClassifiedText) => string): WithStrings<Value>;
function mapTexts(value: unknown, replace: (text: ClassifiedText) => unknown): unknown {
  const walk = (below: unknown): unknown => {
    if (isClassified(below)) return replace(below);
    if (Array.isArray(below)) return below.map(walk);
    if (!isMapping(below)) return below;
    return Object.fromEntries(Object.entries(below).map(([name, field]) => [name, walk(field)]));
  };
  return walk(value);
}

function isClassified(value: unknown): value is ClassifiedText {
  return isMapping(value) && typeof value['textClass'] === 'string' && typeof value['text'] === 'string';
}
