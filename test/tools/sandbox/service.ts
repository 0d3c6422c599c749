import type { Sandbox } from '../../../sandbox/server.ts';
import { isMapping } from '../../../src/core/text.ts';

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request with the sandbox's key. A list in the answer becomes `{ list }`. */
export async function ask(sandbox: Sandbox, path: string, body?: unknown, headers = {}): Promise<Reply> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const value: unknown = await response.json();
  return { status: response.status, body: isMapping(value) ? value : { list: value } };
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

/** Waits for the end of a scan. */
async function ended(sandbox: Sandbox, id: string): Promise<void> {
  const deadlineMs = Date.now() + 8_000;
  while (Date.now() < deadlineMs) {
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
