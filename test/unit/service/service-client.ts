/** A loopback service with the answers of a test, and a client of it. */
import { createRedactor } from '../../../src/runner/redactor.ts';
import { createServiceClient, type FetchOptions, type ServiceClient } from '../../../src/service/client.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { type Fault, Faults } from '../../support/faults.ts';
import { type Answer, type Loopback, type ReceivedRequest, startLoopback } from '../../support/loopback.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

export const apiKey = 'sk-test-0123456789';
export const options: FetchOptions = { language: 'pt', 'include-subdomains': true, 'include-leaks': false };
export const { signal } = new AbortController();

export const finished = {
  issues: [{ severity: 'low', name: 'No CSP' }],
  issuesSummary: { critical: 0, high: 0, medium: 0, low: 1, warning: 0 },
  totalChecked: 20,
  identificator: 'scan-1',
  percentage: '100.00',
  endDate: '2026-11-20T10:10:00.5Z',
};

type Respond = (request: ReceivedRequest) => Answer;

/** A service that answers with `respond`, and a client of it. */
export async function startService(
  respond: Respond,
  faults: readonly Fault[] = [],
  clock: FakeClock = createFakeClock(),
) {
  const loopback = await startLoopback({ faults: new Faults(faults), respond });
  return { ...loopback, ...connect(loopback, clock) };
}

/** @param key `null` for a step without one */
export function connect(
  { url }: Pick<Loopback, 'url'>,
  clock = createFakeClock(),
  key: string | null = apiKey,
) {
  const log = createRecordingLog();
  const redactor = createRedactor();
  redactor.add(apiKey);
  const service = { 'base-url': new URL(url), 'api-key': key };
  const client = createServiceClient(service, { redactor, log, clock });
  return { client, log, clock };
}

export const ok =
  (json: unknown): Respond =>
  () => ({ status: 200, json });

export const startScan = (client: ServiceClient) =>
  client.start({ url: 'a.example', preferences: undefined }, signal);
export const fetchScan = (client: ServiceClient) => client.fetchScan('scan-1', options, signal);
export const busy = (status: number): Fault => ({
  path: /./,
  times: 1,
  effect: { kind: 'status', status, headers: { 'retry-after': '0' }, json: { detail: 'busy' } },
});
