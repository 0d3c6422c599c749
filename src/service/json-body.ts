import { isUtf8 } from 'node:buffer';
import { RequestError } from '../core/request-fault.ts';
import { BodyScan } from './body-scan.ts';
import type { BodyReader, BodyStart } from './exchange.ts';
import { JsonText } from './json-text.ts';
import { PartsParser, type Slim } from './parts-parser.ts';
import { redactJson } from './redact-json.ts';

/**
 * Collects a JSON body and gives it to `read`, without secrets, together with its text; that is `null` where secrets had to
 * be taken out. `read` throws a {@link RequestError} for what it does not understand.
 *
 * @param slim what of the entries of long lists is left for `read`; everything unless given
 */
export function jsonBody<T>(
  read: (value: unknown, text: JsonText | null) => T | Promise<T>,
  slim: Slim = (entry) => entry,
): BodyReader & { end(): Promise<void>; value(): T } {
  let attempt: Attempt | null = null;
  let result: { value: T } | null = null;
  return {
    start: ({ maxBytes, secrets }) => {
      attempt = {
        bytes: growingBytes(maxBytes),
        scan: new BodyScan(secrets.forms()),
        parser: new PartsParser(slim),
        redact: secrets.redact,
      };
      result = null;
    },
    write: (chunk) => {
      if (attempt === null) return;
      const { bytes, scan, parser } = attempt;
      bytes.add(chunk);
      scan.write(chunk);
      if (scan.isClean()) parser.goOn(bytes.all(), scan.longLists());
    },
    end: async () => {
      if (attempt === null) throw new Error('the body has not begun');
      const { value, text } = parse(attempt);
      attempt = null;
      result = { value: await read(value, text) };
    },
    value: () => {
      if (result === null) throw new Error('the body was not read');
      return result.value;
    },
  };
}

interface Attempt {
  readonly bytes: GrowingBytes;
  readonly scan: BodyScan;
  readonly parser: PartsParser;
  readonly redact: BodyStart['secrets']['redact'];
}

function parse({ bytes, scan, parser, redact }: Attempt): { value: unknown; text: JsonText | null } {
  const body = bytes.all();
  try {
    if (!scan.isClean() || !isUtf8(body))
      return { value: redactJson(JSON.parse(body.toString()), redact), text: null };
    const lists = scan.longLists();
    const value = lists.length === 0 ? JSON.parse(body.toString()) : parser.end(body, lists);
    return { value, text: new JsonText(body) };
  } catch (error) {
    throw error instanceof SyntaxError ? notJson(body) : error;
  }
}

function notJson(body: Buffer): RequestError {
  // White space may be as long as it likes; a few signs tell what follows it.
  const from = body.findIndex((byte) => byte > 0x20);
  const text = from < 0 ? '' : body.toString('utf8', from, from + 100).trimStart();
  const detail =
    text === '' ? 'an empty body' : text.startsWith('<') ? 'an HTML page' : 'not valid JSON, perhaps cut off';
  return new RequestError({ kind: 'not-json', detail });
}

interface GrowingBytes {
  add(chunk: Uint8Array): void;
  all(): Buffer;
}

const firstCapacity = 64 * 1024;

/** Bytes in one piece that grows in place: to join pieces would hold all of them twice. */
function growingBytes(maxBytes: number): GrowingBytes {
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
    all: () => Buffer.from(buffer, 0, length),
  };
}
