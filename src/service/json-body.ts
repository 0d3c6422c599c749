/** Reads the body of a JSON answer. */

import { RequestError } from '../core/fault.ts';

/**
 * The value of a JSON body.
 *
 * @param body of a fixed length, which is read faster. It is emptied, to free its memory
 * @throws RequestError of kind `not-json` or `html`
 */
export function readJsonBody(body: ArrayBuffer): unknown {
  // Skips a byte order mark.
  const text = new TextDecoder().decode(body);
  // Frees the memory now, and not some time after the next collection of garbage.
  body.transfer(0);
  if (text.trim() === '') throw notJsonError('an empty body');
  if (/^\s*</.test(text)) throw new RequestError({ kind: 'html' });
  try {
    return JSON.parse(text);
  } catch {
    throw notJsonError('not valid JSON, perhaps cut off');
  }
}

function notJsonError(detail: string): RequestError {
  return new RequestError({ kind: 'not-json', detail });
}
