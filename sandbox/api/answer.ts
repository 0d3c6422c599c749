import type { IncomingHttpHeaders } from 'node:http';

/** A request as the handlers see it. */
export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What a handler decided; nothing has been sent yet. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A request that cannot be served; becomes `{"detail": message}`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function jsonAnswer(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** The form of every error: an object with the single field `detail`. */
export function errorAnswer(error: ApiError): Answer {
  return jsonAnswer(error.status, { detail: error.message });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws ApiError 400 when the body is not a JSON object. */
export function readJsonObject(request: ApiRequest): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(request.body);
  } catch {
    throw new ApiError(400, 'The body is not valid JSON.');
  }
  if (!isRecord(value)) throw new ApiError(400, 'The body must be a JSON object.');
  return value;
}
