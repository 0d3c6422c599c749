import { RequestError } from '../request-fault.ts';
import type { BodyReader, Secrets } from './exchange.ts';
import { JsonText } from './json-text.ts';
import { redactJson } from './redact-json.ts';
import { type SecretSearch, secretSearch } from './secret-search.ts';

/**
 * Collects a JSON body and gives it to `read`, without secrets, together with the text it was parsed from; that is `null`
 * where secrets had to be taken out. `read` throws a {@link RequestError} for what it does not understand.
 */
export function jsonBody<T>(
  read: (value: unknown, text: JsonText | null) => T | Promise<T>,
): BodyReader & { end(): Promise<void>; value(): T } {
  let attempt: Attempt | null = null;
  let result: { value: T } | null = null;
  return {
    start: ({ maxBytes, secrets }) => {
      const { forms, redact } = secrets;
      attempt = { bytes: growingBytes(maxBytes), search: secretSearch(forms()), redact };
      result = null;
    },
    write: (chunk) => {
      attempt?.bytes.add(chunk);
      attempt?.search.write(chunk);
    },
    end: async () => {
      if (attempt === null) throw new Error('the body has not begun');
      const { bytes, search, redact } = attempt;
      attempt = null;
      const text = bytes.release();
      const parsed = parseJson(text);
      const isClean = search.isClean();
      const value = isClean ? parsed : redactJson(parsed, redact);
      result = { value: await read(value, isClean ? new JsonText(text) : null) };
    },
    value: () => {
      if (result === null) throw new Error('the body was not read');
      return result.value;
    },
  };
}

interface Attempt {
  readonly bytes: ReturnType<typeof growingBytes>;
  readonly search: SecretSearch;
  readonly redact: Secrets['redact'];
}

const firstCapacity = 64 * 1024;

/** Bytes in one piece that grows in place and is given back at once: to join pieces would hold all of them twice. */
function growingBytes(maxBytes: number): { add(chunk: Uint8Array): void; release(): string } {
  const buffer = new ArrayBuffer(0, { maxByteLength: maxBytes });
  let length = 0;
  return {
    add: (chunk) => {
      const needed = length + chunk.length;
      if (needed > buffer.byteLength)
        buffer.resize(Math.min(maxBytes, Math.max(needed, firstCapacity, 2 * buffer.byteLength)));
      new Uint8Array(buffer).set(chunk, length);
      length = needed;
    },
    release: () => {
      const text = Buffer.from(buffer, 0, length).toString('utf8');
      buffer.resize(0);
      return text;
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const detail =
      text.trim() === ''
        ? 'an empty body'
        : /^\s*</.test(text)
          ? 'an HTML page'
          : 'not valid JSON, perhaps cut off';
    throw new RequestError({ kind: 'not-json', detail });
  }
}
