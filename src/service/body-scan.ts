/**
 * Reads a body of JSON while it arrives, byte by byte, for two things: whether a secret can be in it, so that a body
 * without one, which is nearly every body, need not be walked through once it is parsed; and where its long lists are, so
 * that they can be parsed part by part (`parts-parser.ts`).
 *
 * What counts for secrets is what `redact-json.ts` compares: texts with their escapes resolved and without the characters
 * that reports leave out. Here everything but printable ASCII is left out, of the body and of the secrets: a text that
 * holds a secret holds it then as well. So a secret may be found where there is none, and never the other way round.
 */
import { maxDepth } from './redact-json.ts';
import { type Ends, endsOf, slotOf } from './secret-ends.ts';

/** A list in a body: `from` follows its `[`, `to` is at its `]`, in bytes; `null` while that has not come. */
export interface LongList {
  readonly from: number;
  readonly to: number | null;
  /** Its entries in parts, in order, with nothing but a comma between one and the next. */
  readonly parts: readonly ListPart[];
}

export interface ListPart {
  readonly from: number;
  readonly to: number;
  /** How many entries there are, if this is JSON. */
  readonly entries: number;
}

/** How long a list is at least that is worth it, and a part of it, in bytes. */
export interface ListSizes {
  readonly list: number;
  readonly part: number;
}

/** Parts of this size stay in the caches of a processor. */
const usualSizes: ListSizes = { list: 1024 * 1024, part: 64 * 1024 };

/** With `issue_types=true` the lists of findings are at the fourth depth, else at the second (service interface, 2.2). */
const maxListDepth = 4;

const plainByte = 0;
const quote = 1;
const comma = 2;
const opening = 3;
const closing = 4;
const backslash = 5;
const leftOutByte = 6;

const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte > 0x7e) return leftOutByte;
  const index = '"[]{}\\,'.indexOf(String.fromCharCode(byte));
  return [quote, opening, closing, opening, closing, backslash, comma][index] ?? plainByte;
});

const openingBracket = 0x5b;
/** After a backslash these stand for themselves. The other letters, `u` apart, stand for what is left out. */
const standForThemselves = new Set(Array.from('"\\/', (letter) => letter.charCodeAt(0)));
const letterU = 0x75;
/** They begin a terminal sequence, which is left out as a whole, letters and all. */
const sequenceStarts = new Set([0x1b, 0x9b]);
/** U+009B in UTF-8. */
const controlBytes = [0xc2, 0x9b];

/** A scan through one body. */
export class BodyScan {
  readonly #ends: Ends | null;
  readonly #sizes: ListSizes;
  readonly #lists: LongList[] = [];
  #clean: boolean;
  #offset = 0;
  #inText = false;
  #depth = 0;
  /** What was read of an escape, such as `\u00`. */
  #escape = '';
  #previousLeftOut = 0;
  /** The last eight bytes that count, by fours. */
  #earlier = 0;
  #latest = 0;
  /** The list that is being read: the depth of its entries, or 0. */
  #listDepth = 0;
  #list: OpenList = newList(0);
  #partFrom = 0;
  #commas = 0;

  /** @param forms everything that must not be in a text */
  constructor(forms: readonly string[], sizes = usualSizes) {
    this.#ends = endsOf(forms);
    this.#clean = this.#ends !== null;
    this.#sizes = sizes;
  }

  /** True when no text of the body so far can hold a secret, and it is not nested too deep. */
  isClean(): boolean {
    return this.#clean;
  }

  /**
   * The long lists of the body so far, in order, none within another, the one that has not ended among them; of a body that
   * is not clean, nobody knows.
   */
  longLists(): readonly LongList[] {
    return this.#lists;
  }

  /** Goes on with the next piece of the body. */
  write(chunk: Uint8Array): void {
    if (this.#ends === null || !this.#clean) return;
    // Outside of texts white space says nothing, however much of it a service sends.
    if (!this.#inText && isBlank(chunk)) this.#offset += chunk.length;
    else this.#read(chunk, this.#ends);
  }

  #read(chunk: Uint8Array, ends: Ends): void {
    const { marks } = ends;
    let earlier = this.#earlier;
    let latest = this.#latest;
    let inEscape = this.#escape !== '';
    for (let index = 0; index < chunk.length; index += 1) {
      let byte = chunk[index] ?? 0;
      const kind = kinds[byte] ?? leftOutByte;
      if (kind !== plainByte || inEscape) {
        byte = this.#special(byte, kind, index);
        inEscape = this.#escape !== '';
        if (byte < 0) continue;
      }
      earlier = (earlier << 8) | (latest >>> 24);
      latest = (latest << 8) | byte;
      if (marks[slotOf(latest)] !== 0 && ends.has(earlier, latest)) this.#clean = false;
    }
    this.#earlier = earlier;
    this.#latest = latest;
    this.#offset += chunk.length;
  }

  /** A byte that is no mere letter, or belongs to an escape. @returns the one that counts instead, or -1 */
  #special(byte: number, kind: number, index: number): number {
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
    else if (!this.#inText) this.#structure(byte, kind, this.#offset + index);
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

  #structure(byte: number, kind: number, offset: number): void {
    if (kind === comma) {
      if (this.#depth === this.#listDepth) this.#endEntry(offset);
      return;
    }
    if (kind === closing) {
      if (this.#depth === this.#listDepth && this.#listDepth > 0) this.#endList(offset);
      this.#depth -= 1;
      return;
    }
    this.#depth += 1;
    if (this.#depth > maxDepth) this.#clean = false;
    if (byte === openingBracket && this.#listDepth === 0 && this.#depth <= maxListDepth) {
      this.#listDepth = this.#depth;
      this.#list = newList(offset + 1);
      this.#partFrom = offset + 1;
      this.#commas = 0;
    }
  }

  #endEntry(offset: number): void {
    if (offset - this.#partFrom >= this.#sizes.part) this.#endPart(offset);
    else this.#commas += 1;
  }

  #endPart(offset: number): void {
    const list = this.#list;
    list.parts.push({ from: this.#partFrom, to: offset, entries: this.#commas + 1 });
    this.#partFrom = offset + 1;
    this.#commas = 0;
    if (offset - list.from >= this.#sizes.list && this.#lists.at(-1) !== list) this.#lists.push(list);
  }

  #endList(offset: number): void {
    this.#endPart(offset);
    this.#list.to = offset;
    this.#listDepth = 0;
  }
}

/** True for a piece of white space alone (RFC 8259, section 2). */
function isBlank(chunk: Uint8Array): boolean {
  for (let index = 0; index < chunk.length; index += 1) {
    const byte = chunk[index];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}

interface OpenList extends LongList {
  to: number | null;
  readonly parts: ListPart[];
}

function newList(from: number): OpenList {
  return { from, to: null, parts: [] };
}
