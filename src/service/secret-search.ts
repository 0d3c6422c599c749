/**
 * Looks for secrets in a body of JSON while it arrives, byte by byte, so that a body without one, which is nearly every
 * body, need not be walked through once it is parsed.
 *
 * What counts is what `redact-json.ts` compares: texts with their escapes resolved and without the characters that reports
 * leave out. Here everything but printable ASCII is left out, of the body and of the secrets: a text that holds a secret
 * holds it then as well. So this search may find a secret where there is none, and never the other way round.
 */
import { maxDepth } from './redact-json.ts';

/** A search through one body. */
export interface SecretSearch {
  /** Goes on with the next piece of the body. */
  write(chunk: Uint8Array): void;
  /** True when no text of the body so far can hold a secret, and it is not nested too deep. */
  isClean(): boolean;
}

const plainByte = 0;
const quote = 1;
const opening = 2;
const closing = 3;
const backslash = 4;
const leftOutByte = 5;

const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte > 0x7e) return leftOutByte;
  const index = '"[]{}\\'.indexOf(String.fromCharCode(byte));
  return [quote, opening, closing, opening, closing, backslash][index] ?? plainByte;
});

/** After a backslash these stand for themselves. The other letters, `u` apart, stand for what is left out. */
const standForThemselves = new Set(Array.from('"\\/', (letter) => letter.charCodeAt(0)));
const letterU = 0x75;
/** They begin a terminal sequence, which is left out as a whole, letters and all. */
const sequenceStarts = new Set([0x1b, 0x9b]);
/** U+009B in UTF-8. */
const controlBytes = [0xc2, 0x9b];

/** @param forms everything that must not be in a text */
export function secretSearch(forms: readonly string[]): SecretSearch {
  const ends = endsOf(forms);
  return ends === null ? { write: () => {}, isClean: () => false } : new Search(ends);
}

class Search implements SecretSearch {
  readonly #ends: Ends;
  #clean = true;
  #inText = false;
  #depth = 0;
  /** What was read of an escape, such as `\u00`. */
  #escape = '';
  #previousLeftOut = 0;
  /** The last eight bytes that count, by fours. */
  #earlier = 0;
  #latest = 0;

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  isClean(): boolean {
    return this.#clean;
  }

  write(chunk: Uint8Array): void {
    if (!this.#clean) return;
    const { marks } = this.#ends;
    let earlier = this.#earlier;
    let latest = this.#latest;
    let inEscape = this.#escape !== '';
    for (let index = 0; index < chunk.length; index += 1) {
      let byte = chunk[index] ?? 0;
      const kind = kinds[byte] ?? leftOutByte;
      if (kind !== plainByte || inEscape) {
        byte = this.#special(byte, kind);
        inEscape = this.#escape !== '';
        if (byte < 0) continue;
      }
      earlier = (earlier << 8) | (latest >>> 24);
      latest = (latest << 8) | byte;
      if (marks[slotOf(latest)] !== 0 && this.#ends.has(earlier, latest)) this.#clean = false;
    }
    this.#earlier = earlier;
    this.#latest = latest;
  }

  /** A byte that is no mere letter, or belongs to an escape. @returns the one that counts instead, or -1 */
  #special(byte: number, kind: number): number {
    if (this.#escape !== '') return this.#escaped(byte);
    if (kind === backslash) {
      this.#escape = '\\';
      return -1;
    }
    if (kind === leftOutByte) {
      if (this.#previousLeftOut === controlBytes[0] && byte === controlBytes[1]) this.#clean = false;
      this.#previousLeftOut = byte;
      return -1;
    }
    if (kind === quote) this.#inText = !this.#inText;
    else if (!this.#inText) this.#depth += kind === opening ? 1 : -1;
    if (this.#depth > maxDepth) this.#clean = false;
    return byte;
  }

  #escaped(byte: number): number {
    if (this.#escape === '\\' && byte !== letterU) {
      this.#escape = '';
      return standForThemselves.has(byte) ? byte : -1;
    }
    this.#escape += String.fromCharCode(byte);
    if (this.#escape.length < '\\u0000'.length) return -1;
    const code = Number.parseInt(this.#escape.slice(2), 16);
    this.#escape = '';
    if (sequenceStarts.has(code)) this.#clean = false;
    return code >= 0x20 && code <= 0x7e ? code : -1;
  }
}

interface Ends {
  /** Not zero where some secret may end with the four bytes of the slot. */
  readonly marks: Uint8Array;
  /** True when some secret ends with these eight bytes, or is shorter and ends with the latest four. */
  has(earlier: number, latest: number): boolean;
}

const shortest = 4;
const longest = 8;
const slotBits = 12;

/** What secrets end with; `null` when one is too short to be told from other text once only printable ASCII is left. */
function endsOf(forms: readonly string[]): Ends | null {
  const known = new Map<number, Set<number> | 'any'>();
  const marks = new Uint8Array(1 << slotBits);
  for (const form of forms) {
    const bytes = Buffer.from(form.replace(/[^ -~]/g, ''), 'latin1');
    if (bytes.length < shortest) return null;
    const latest = bytes.readInt32BE(bytes.length - shortest);
    const before = known.get(latest) ?? new Set();
    if (bytes.length < longest || before === 'any') known.set(latest, 'any');
    else known.set(latest, before.add(bytes.readInt32BE(bytes.length - longest)));
    marks[slotOf(latest)] = 1;
  }
  const has = (earlier: number, latest: number) => {
    const before = known.get(latest);
    return before === 'any' || before?.has(earlier) === true;
  };
  return { marks, has };
}

/** Spreads four bytes over the slots (Fibonacci hashing). */
function slotOf(bytes: number): number {
  return Math.imul(bytes, 0x9e3779b1) >>> (32 - slotBits);
}
