/** Reads the body of a JSON answer: limits its values, and removes secrets before anything else reads it. */

import { classified } from '../core/classified-text.ts';
import { RequestError } from '../core/request-fault.ts';
import { removeSecretsFrom, type SecretRemover } from './remove-secrets.ts';

/**
 * Largest number of objects and lists, and of fields and commas. More of them may not fit into the heap of Node.js, and
 * a compressed body of some hundred kilobytes can hold more. A result with 10,000 findings has 100 and 530 thousand.
 */
const maxContainers = 4_000_000;
const maxValues = 12_000_000;
/** Largest number of fields of one object. Listing the names of millions takes seconds. */
const maxObjectFields = 100_000;
/** No answer of the interface is nested deeper than ten. Beyond some thousands, writing JSON overflows the stack. */
const maxDepth = 100;

/**
 * The value of a JSON body, without secrets.
 *
 * @param body of a fixed length, which is read faster. It is emptied, to free its memory
 * @throws RequestError of kind `not-json` or `too-many-values`
 */
export function readJsonBody(body: ArrayBuffer, remover: SecretRemover): unknown {
  const bytes = Buffer.from(body);
  const text = bytes.toString();
  if (text.trim() === '') throw notJsonError('an empty body');
  if (text.trimStart().startsWith('<')) throw notJsonError('an HTML page');
  refuseTooManyValues(bytes);
  // Frees the memory now, and not some time after the next collection of garbage.
  body.transfer(0);
  return removeSecretsFrom(parse(text), remover);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJsonError('not valid JSON, perhaps cut off');
  }
}

function notJsonError(detail: string): RequestError {
  return new RequestError({ kind: 'not-json', detail: classified('detail', detail) });
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts the values of a JSON body before they are parsed. @throws RequestError if there are too many */
function refuseTooManyValues(bytes: Uint8Array): void {
  let containers = 0;
  let values = 0;
  let isInText = false;
  /** The number of fields of the innermost open object. `outerFields` has the numbers of the objects around it. */
  let ownFields = 0;
  const outerFields: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isInText = !isInText;
    else if (isInText) {
      // The byte after a backslash belongs to the text.
      if (byte === backslash) at += 1;
    } else if (byte === comma) values += 1;
    else if (byte === colon) {
      values += 1;
      ownFields += 1;
    } else if (byte === bracket || byte === brace) {
      containers += 1;
      outerFields.push(ownFields);
      ownFields = 0;
      if (outerFields.length > maxDepth) throw notJsonError('nested too deep');
    } else if (byte === closingBracket || byte === closingBrace) ownFields = outerFields.pop() ?? 0;
    if (containers > maxContainers || values > maxValues || ownFields > maxObjectFields)
      throw new RequestError({ kind: 'too-many-values' });
  }
}
