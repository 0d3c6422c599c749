/** Reads the body of a JSON answer: limits its size in memory, and removes secrets before anything else reads it. */

import { classified } from '../core/classified-text.ts';
import { RequestError } from '../core/request-fault.ts';
import { removeSecretsFrom, type SecretRemover } from './remove-secrets.ts';
import type { BodyConsumer } from './request.ts';

/**
 * Largest numbers of objects and lists, of fields, and of commas. More of them may not fit into the heap of Node.js,
 * and a compressed body of some hundred kilobytes can hold more. A result with 10,000 findings has 100, 280 and 250
 * thousand.
 */
const maxContainers = 4_000_000;
const maxFields = 4_000_000;
const maxCommas = 20_000_000;
/** Largest number of fields of one object. Listing the names of millions takes seconds. */
const maxObjectFields = 100_000;

/**
 * Reads a value that `JSON.parse` made, without secrets.
 *
 * @param servedAt when the service sent the value; `null` if it does not say
 * @throws RequestError for a value that cannot be understood
 */
export type AnswerReader<T> = (value: unknown, servedAt: number | null) => T;

/** Collects a JSON body of at most `maxBytes`, takes the secrets out, and gives it to `read`. */
export function jsonBodyConsumer<T>(
  { maxBytes, redactor }: { readonly maxBytes: number; readonly redactor: SecretRemover },
  read: AnswerReader<T>,
): BodyConsumer<T> {
  // One buffer that grows: a list of many small chunks would take much more memory than their bytes.
  const buffer = new ArrayBuffer(0, { maxByteLength: maxBytes });
  let length = 0;
  const countValues = valueCounter();
  return {
    write: (chunk) => {
      countValues(chunk);
      const needed = length + chunk.length;
      if (needed > buffer.byteLength) buffer.resize(Math.min(maxBytes, 2 * needed));
      new Uint8Array(buffer).set(chunk, length);
      length = needed;
    },
    end: (servedAt) => {
      const text = Buffer.from(buffer, 0, length).toString();
      // Frees the memory now, and not some time after the next collection of garbage.
      buffer.resize(0);
      return read(removeSecretsFrom(parse(text), redactor), servedAt);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError ? notJsonError(text) : error;
  }
}

function notJsonError(text: string): RequestError {
  const start = text.trimStart();
  let detail = 'not valid JSON, perhaps cut off';
  if (start === '') detail = 'an empty body';
  if (start.startsWith('<')) detail = 'an HTML page';
  return new RequestError({ kind: 'not-json', detail: classified('detail', detail) });
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts the values of a JSON body, chunk by chunk. @returns a function that throws a RequestError for too many */
function valueCounter(): (chunk: Uint8Array) => void {
  let containers = 0;
  let fields = 0;
  let commas = 0;
  /** The number of fields of the innermost open object. `outerFields` has the numbers of the objects around it. */
  let ownFields = 0;
  const outerFields: number[] = [];
  const scanChunk = structureScanner((byte) => {
    if (byte === comma) commas += 1;
    else if (byte === colon) {
      fields += 1;
      ownFields += 1;
      if (ownFields > maxObjectFields) throw new RequestError({ kind: 'too-many-values' });
    } else if (byte === bracket || byte === brace) {
      containers += 1;
      outerFields.push(ownFields);
      ownFields = 0;
    } else if (byte === closingBracket || byte === closingBrace) ownFields = outerFields.pop() ?? 0;
  });
  return (chunk) => {
    scanChunk(chunk);
    if (containers > maxContainers || fields > maxFields || commas > maxCommas)
      throw new RequestError({ kind: 'too-many-values' });
  };
}

/** Returns a function that takes the chunks of a JSON body, and calls `onByte` with each byte outside of texts. */
function structureScanner(onByte: (byte: number | undefined) => void): (chunk: Uint8Array) => void {
  let isInText = false;
  let nextStart = 0;
  return (chunk) => {
    let at = nextStart;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === quote) isInText = !isInText;
      else if (!isInText) onByte(byte);
      // The byte after a backslash belongs to the text, also if it is in the next chunk.
      else if (byte === backslash) at += 1;
    }
    nextStart = at - chunk.length;
  };
}
