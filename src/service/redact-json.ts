import { RequestError } from '../core/request-fault.ts';
import { isSeverity } from '../core/severity.ts';
import { wireFields } from './wire-fields.ts';

/** No answer of the interface is nested deeper than ten; beyond some thousands, writing JSON overflows the stack. */
export const maxDepth = 100;

/**
 * What reports leave out of a text (`report/escape.ts`): terminal sequences and characters that are not seen. A secret
 * with one of them in its middle is the whole secret again there.
 */
const leftOut =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\^_]|[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0]|\u034f/gu;

const isPrintable = /^[ -~]*$/;

/** Identifiers are compared and sent back, so a short word in one stays. One that gives a key away is none of ours. */
const identifiers = new Set(['identificator', 'enqueued_scan_id', 'id']);
const shortWordLength = 8;
/** Percentages and ISO 8601 timestamps. */
const plainNumber = /^[\d.:TZ+-]{1,40}$/;

/**
 * Takes secrets out of every string and every name in `value`, which came out of `JSON.parse` and is changed in place.
 * Before parsing they could hide behind the escapes of JSON, and later behind those of Markdown. What decides the verdict
 * and the names of the interface's own fields stay: a query value of the target, which counts as a secret, may well be a
 * word such as `true`, `high` or `issues`.
 *
 * @throws RequestError of kind `not-json` for what is nested so deep that nobody could write it down again
 */
export function redactJson(value: unknown, redact: (text: string) => string): unknown {
  const hide = (text: string): string => {
    // Nearly every text is of printable ASCII alone, of which nothing is left out.
    const bare = isPrintable.test(text) ? text : text.replace(leftOut, '');
    const hidden = redact(bare);
    // Whatever it is that holds no secret stays as it came.
    return hidden === bare ? text : hidden;
  };
  return clean(value, { hide, hideName: nameHider(hide), isList: Array.isArray(value) }, maxDepth);
}

interface Cleaning {
  readonly hide: (text: string) => string;
  readonly hideName: (name: string) => string;
  /** The body is the scan list, whose addresses are compared with the target and never shown. */
  readonly isList: boolean;
}

function clean(value: unknown, cleaning: Cleaning, depth: number): unknown {
  const { hide, hideName } = cleaning;
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new RequestError({ kind: 'not-json', detail: 'nested too deep' });
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      const cleaned = clean(entry, cleaning, depth - 1);
      if (cleaned !== entry) value[index] = cleaned;
    }
    return value;
  }
  let renamed = false;
  for (const [name, entry] of Object.entries(value)) {
    renamed ||= hideName(name) !== name;
    const cleaned = isKept(name, entry, cleaning) ? entry : clean(entry, cleaning, depth - 1);
    // Assigning to `__proto__` would change what the object is.
    if (cleaned !== entry)
      Object.defineProperty(value, name, {
        value: cleaned,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
  return renamed
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [hideName(name), entry]))
    : value;
}

/** The same few names stand in every finding. */
const maxRemembered = 1000;

function nameHider(hide: (text: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    if (wireFields.has(name)) return name;
    const hidden = known.get(name) ?? hide(name);
    if (known.size < maxRemembered) known.set(name, hidden);
    return hidden;
  };
}

function isKept(name: string, value: unknown, { hide, isList }: Cleaning): boolean {
  if (name === 'severity') return isSeverity(value);
  if (typeof value !== 'string') return false;
  if (name === 'percentage' || name === 'endDate') return plainNumber.test(value);
  if (name === 'url') return isList;
  return identifiers.has(name) && value.length - hide(value).length < shortWordLength;
}
