import { isUtf8 } from 'node:buffer';
import type { Redactor } from '../core/ports.ts';
import { RequestError } from '../core/request-fault.ts';
import type { BodyReader } from './exchange.ts';
import { maxDepth, mayHoldSecret, redactJson } from './redact-json.ts';

/**
 * Largest numbers of objects and lists, of fields, and of commas. More of them may not fit into the heap of Node.js, and a
 * compressed body of some hundred kilobytes can hold more. A result with 100,000 findings has 1, 2.8 and 2.5 million.
 */
const maxContainers = 4_000_000;
const maxFields = 4_000_000;
const maxCommas = 20_000_000;
/** Largest number of fields of one object. To list the names of millions takes seconds. */
const maxObjectFields = 100_000;
/** The body is searched for secrets in pieces of at least this size, while it arrives. */
const pieceBytes = 64 * 1024;

/**
 * Reads a value that `JSON.parse` made, without secrets.
 *
 * @param body as it came, in UTF-8; `null` if it may hold a secret
 * @throws RequestError for a value that cannot be understood
 */
export type ReadJson<T> = (value: unknown, body: Buffer | null) => T | Promise<T>;

/** Collects a JSON body, takes the secrets out, and gives it to `read`. */
export function jsonBody<T>(
  { maxBytes, redact }: { readonly maxBytes: number; readonly redact: Redactor['redact'] },
  read: ReadJson<T>,
): BodyReader<T> {
  // One buffer that grows: a list of many small chunks would take much more memory than their bytes.
  const buffer = new ArrayBuffer(0, { maxByteLength: maxBytes });
  let length = 0;
  const tokens = new TokenCounter();
  let searchedTo = 0;
  let isClean = true;
  const search = (to: number) => {
    isClean &&= !mayHoldSecret(Buffer.from(buffer, searchedTo, to - searchedTo).toString(), redact);
    searchedTo = to;
  };
  return {
    write: (chunk) => {
      tokens.count(chunk);
      const needed = length + chunk.length;
      if (needed > buffer.byteLength) buffer.resize(Math.min(maxBytes, 2 * needed));
      new Uint8Array(buffer).set(chunk, length);
      length = needed;
      if (tokens.valuesEnd - searchedTo >= pieceBytes) search(tokens.valuesEnd);
    },
    end: async () => {
      tokens.check();
      search(length);
      const body = Buffer.from(buffer, 0, length);
      const value = parse(body);
      return isClean && isUtf8(body) ? await read(value, body) : await read(redactJson(value, redact), null);
    },
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    throw error instanceof SyntaxError ? notJson(body) : error;
  }
}

function notJson(body: Buffer): RequestError {
  // Any amount of white space may come first; the start of what follows says what it is.
  const from = body.findIndex((byte) => byte > 0x20);
  const text = from < 0 ? '' : body.toString('utf8', from, from + 100).trimStart();
  const detail =
    text === '' ? 'an empty body' : text.startsWith('<') ? 'an HTML page' : 'not valid JSON, perhaps cut off';
  return new RequestError({ kind: 'not-json', detail });
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts the tokens of a JSON body, chunk by chunk. */
class TokenCounter {
  /** Up to here the body holds complete texts and numbers only. In bytes. */
  valuesEnd = 0;
  #containers = 0;
  #fields = 0;
  #commas = 0;
  #depth = 0;
  #deepest = 0;
  /** For each depth, the fields of the object that is open there. Deeper ones are refused anyway. */
  readonly #fieldsAt = new Uint32Array(maxDepth + 1);
  #mostFields = 0;
  #inText = false;
  #length = 0;
  /** Where to go on in the next chunk. */
  #next = 0;

  count(chunk: Uint8Array): void {
    let at = this.#next;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#inText) {
        // The byte after a backslash belongs to the text, also if it is in the next chunk.
        if (byte === backslash) at += 1;
        else if (byte === quote) {
          this.#inText = false;
          this.valuesEnd = this.#length + at + 1;
        }
      } else if (byte === quote) this.#inText = true;
      else if (byte === comma) {
        this.#commas += 1;
        this.valuesEnd = this.#length + at + 1;
      } else if (byte === colon) this.#countField();
      else if (byte === bracket || byte === brace) {
        this.#containers += 1;
        this.#depth += 1;
        this.#deepest = Math.max(this.#deepest, this.#depth);
        this.#fieldsAt[this.#depth] = 0;
      } else if (byte === closingBracket || byte === closingBrace) this.#depth -= 1;
    }
    this.#next = at - chunk.length;
    this.#length += chunk.length;
  }

  #countField(): void {
    this.#fields += 1;
    const fields = (this.#fieldsAt[this.#depth] ?? 0) + 1;
    this.#fieldsAt[this.#depth] = fields;
    if (fields > this.#mostFields) this.#mostFields = fields;
  }

  /** @throws RequestError for a body that must not be parsed */
  check(): void {
    const isTooMuch =
      this.#containers > maxContainers ||
      this.#fields > maxFields ||
      this.#commas > maxCommas ||
      this.#mostFields > maxObjectFields;
    if (isTooMuch) throw new RequestError({ kind: 'too-many-values' });
    if (this.#deepest > maxDepth) throw new RequestError({ kind: 'not-json', detail: 'nested too deep' });
  }
}
