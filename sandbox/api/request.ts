import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ApiError } from './answer.ts';

const maxBodyBytes = 1024 * 1024;

/** A request that the sandbox received, refused ones included. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
}

/** @throws ApiError 400 for an unreadable address, 413 for a body of more than 1 MiB */
export async function readRequest(message: IncomingMessage): Promise<RecordedRequest> {
  const { method = '', headers } = message;
  const atMs = Date.now();
  const url = URL.parse(message.url ?? '/', 'http://sandbox.localhost');
  if (url === null) throw new ApiError(400, 'The request target cannot be read.');
  const query = Object.fromEntries(url.searchParams);
  return { method, path: url.pathname, query, headers, body: await readBody(message), atMs };
}

async function readBody(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  if (bytes > maxBodyBytes) throw new ApiError(413, `The body is larger than ${maxBodyBytes} bytes.`);
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws ApiError 401 where the key is missing or wrong (docs/internals/service-interface.md, section 5) */
export function authorize({ headers }: RecordedRequest, apiKey: string): void {
  const given = headers.authorization;
  if (given === undefined) throw new ApiError(401, 'Authentication credentials were not provided.');
  // Digests have one length, so the time of the comparison does not depend on the key.
  if (!timingSafeEqual(digest(given), digest(`Bearer ${apiKey}`)))
    throw new ApiError(401, 'Invalid API key.');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
