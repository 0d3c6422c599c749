import { isRecord } from '../../../sandbox/api/answer.ts';
import type { Sandbox } from '../../../sandbox/server.ts';

export interface Reply {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Asks the sandbox with its key, and reads the answer as a JSON object. */
export async function ask(sandbox: Sandbox, path: string, body?: unknown, headers = {}): Promise<Reply> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const value: unknown = await response.json();
  return {
    status: response.status,
    headers: response.headers,
    body: isRecord(value) ? value : { list: value },
  };
}

export async function start(
  sandbox: Sandbox,
  url: string,
  preferences?: Record<string, unknown>,
): Promise<string> {
  const { body } = await ask(sandbox, '/v1/api/scan', { url, ...(preferences && { preferences }) });
  return String(body['enqueued_scan_id']);
}

export function fetchScan(sandbox: Sandbox, id: string, query = ''): Promise<Reply> {
  return ask(sandbox, `/v1/api/scan/${id}${query}`);
}

/** Waits until the sandbox itself says that the scan is over. */
export async function ended(sandbox: Sandbox, id: string): Promise<void> {
  const deadline = Date.now() + 8000;
  while (Date.now() < deadline) {
    const scan = sandbox.scans.find((known) => known.id === id);
    if (scan && scan.endedAtMs !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Scan ${id} did not end in time.`);
}

/** Starts a scan and waits for its end. */
export async function scanned(
  sandbox: Sandbox,
  url: string,
  preferences?: Record<string, unknown>,
): Promise<string> {
  const id = await start(sandbox, url, preferences);
  await ended(sandbox, id);
  return id;
}
