/** What a handler answers. Nothing has been sent yet. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A request that cannot be served. The caller gets its status and `{"detail": message}`. */
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

/**
 * The interface does not show the shape of errors; the sandbox uses the `detail` of
 * docs/internals/service-interface.md, section 3. An error of the sandbox itself is printed too.
 */
export function errorAnswer(error: unknown): Answer {
  if (error instanceof ApiError) return jsonAnswer(error.status, { detail: error.message });
  console.error(error);
  return jsonAnswer(500, { detail: 'The sandbox failed.' });
}
