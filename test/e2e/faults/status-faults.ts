/** Faults that the service tells by an HTTP status. */
import type { Fault } from '../../../sandbox/faults.ts';
import { fastClock } from '../fast-time.ts';
import type { WireFault } from './fault-row.ts';

const everywhere = ['fetch', 'list', 'report'] as const;
const baseUrl = 'Check that `base-url` is the address of the scanning service';
const runLater = 'run the job again later';

type Remedies = Pick<WireFault, 'says' | 'remedy' | 'start' | 'passes'>;

function status(code: number, { says, ...rest }: Remedies): WireFault {
  const cause: Fault = { kind: 'status', code };
  return { title: `HTTP ${code}`, cause, says: `${says} (HTTP ${code}`, lost: `HTTP ${code}`, ...rest };
}

const failed: Remedies = {
  says: 'the service failed',
  remedy: runLater,
  start: 'lost',
  passes: everywhere,
};

const statuses: readonly WireFault[] = [
  status(400, {
    says: 'the service did not accept the request',
    remedy: {
      start: 'Check `url` and `preferences`',
      fetch: 'Check `scan-id`, if it is given',
      list: baseUrl,
      report: 'Check `report-logo`, `report-color` and `report-language`',
    },
    start: 'final',
    passes: [],
  }),
  status(401, {
    says: 'the service refused the API key',
    remedy: 'Check that the secret behind `api-key` is set',
    start: 'final',
    passes: [],
  }),
  status(403, {
    says: 'the service denied this API key access',
    remedy: 'Check that the account behind `api-key` may scan this target',
    start: 'final',
    passes: [],
  }),
  {
    title: 'HTTP 404',
    cause: { kind: 'status', code: 404 },
    says: '(HTTP 404',
    remedy: {
      start: 'Check `base-url`',
      fetch: 'Check `scan-id`, and that `api-key` belongs to the account',
      list: 'Check `base-url`',
      report: 'set `reports: none`',
    },
    start: 'final',
    passes: ['fetch'],
  },
  status(408, failed),
  status(409, {
    says: 'the service reported a conflict',
    remedy: 'wait for it, or gate on it with `scan-id`',
    start: 'final',
    passes: [],
  }),
  status(500, failed),
  status(502, failed),
  { ...status(503, failed), start: 'again' },
  status(504, failed),
];

function tooMany(title: string, headers: Readonly<Record<string, string>>): WireFault {
  return {
    title: `HTTP 429, \`Retry-After\` ${title}`,
    cause: { kind: 'status', code: 429, headers },
    says: 'because too many were sent (HTTP 429',
    remedy: `${'retry-after' in headers ? 'or later' : 'Run the job again later'}; run fewer scans at once`,
    start: 'again',
    passes: everywhere,
  };
}

/** Worked out anew for each answer. */
const inTwentySeconds = {
  get 'retry-after'() {
    return new Date(fastClock.now() + 20_000).toUTCString();
  },
};

const limits: readonly WireFault[] = [
  tooMany('in seconds', { 'retry-after': '5' }),
  tooMany('as a date', inTwentySeconds),
  tooMany('absurdly long', { 'retry-after': '999999999' }),
  tooMany('absent', {}),
];

export const statusFaults: readonly WireFault[] = [...statuses, ...limits];
