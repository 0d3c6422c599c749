import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ApiError, type ApiRequest } from './answer.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** A request the sandbox received, refused ones included. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** Parsed where it is JSON, else the text. */
  body: unknown;
  /** Milliseconds since the Unix epoch. */
  at: number;
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_BODY_BYTES) throw new ApiError(413, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws ApiError 413 when the body is larger than 1 MiB. */
export async function readRequest(message: IncomingMessage): Promise<ApiRequest> {
  const url = URL.parse(message.url ?? '/', 'http://sandbox.localhost');
  if (!url) throw new ApiError(400, 'The request target cannot be read.');
  return {
    method: message.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    body: await readBody(message),
  };
}

function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

export function recordRequest(request: ApiRequest, at: number): RecordedRequest {
  const { method, path, headers } = request;
  return {
    method,
    path,
    query: Object.fromEntries(request.query),
    headers,
    body: parsedBody(request.body),
    at,
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Section 5: compared by digest, so that the time taken says nothing about the key. @throws ApiError 401. */
export function authorize(request: ApiRequest, apiKey: string): void {
  const given = request.headers.authorization;
  if (given === undefined) throw new ApiError(401, 'Authentication credentials were not provided.');
  if (!timingSafeEqual(digest(given), digest(`Bearer ${apiKey}`)))
    throw new ApiError(401, 'Invalid API key.');
}
