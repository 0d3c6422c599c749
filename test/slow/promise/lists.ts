/** Scan lists as docs/service-interface.md, section 2.6, describes them, and which scan in one may be taken up. */
import fc from 'fast-check';

/** In seconds since the Unix epoch: when the run looks at the list. */
export const nowSeconds = 1_800_000_000;
const timeoutMs = 3_600_000;
export const runId = 77;
export const headSha = '1'.repeat(40);

/** How a run comes to look at the list. */
export interface Setting {
  readonly attempt: number;
  readonly reuseWithinMs: number;
  /** In milliseconds; `null` if it is not known. */
  readonly readyAt: number | null;
  readonly pullRequest: 'known' | 'none' | 'unknown';
  /** The scan that our comment names, the run it names, and whether its commit is the head. */
  readonly tie: { readonly scanId: string; readonly runId: number; readonly isHead: boolean } | null;
  readonly asked: { readonly xss: boolean } | null;
  /** The answer to the start is lost. */
  readonly isLost: boolean;
}

const ids = ['scan-1', 'scan-2', 'scan-3', 'scan-4', 'scan-5'];
const minute = 60_000;

export const setting: fc.Arbitrary<Setting> = fc.record({
  attempt: fc.constantFrom(1, 2),
  reuseWithinMs: fc.constantFrom(0, 60 * minute),
  readyAt: fc.option(fc.constantFrom(-10, -1, 0).map((minutes) => nowSeconds * 1000 + minutes * minute)),
  pullRequest: fc.constantFrom('known', 'known', 'none', 'none', 'unknown'),
  tie: fc.option(
    fc.record({
      scanId: fc.constantFrom(...ids),
      runId: fc.constantFrom(runId, runId, 76),
      isHead: fc.constantFrom(true, true, false),
    }),
    { freq: 5 },
  ),
  asked: fc.option(fc.record({ xss: fc.boolean() })),
  isLost: fc.boolean(),
});

const scan = fc.record({
  id: fc.constantFrom(...ids),
  startDate: fc
    .constantFrom(-100_000, -7200, -3000, -590, -100, -59, -30, -1, 0, 2, 30)
    .map((offset) => nowSeconds + offset),
  progress: fc.constantFrom(0, 42.5, 99.99, 100),
  preferences: fc.constantFrom<object>({ xss: true }, { xss: true }, { xss: false }, {}),
  severity: fc.constantFrom('warning', 'high'),
  subdomains: fc.constant(null),
});

const entry = fc.record({
  url: fc.constantFrom(
    ...[
      'https://a.example',
      'https://a.example',
      'a.example',
      'http://A.example:80/',
      'https://a.example:8443',
    ],
    ...['https://b.example', 'b.example', 'https://a.example/other', 'https://a.example/?x=1'],
  ),
  scans: fc.uniqueArray(scan, { maxLength: 4, selector: ({ id }) => id }),
  total: fc.nat(5),
});

export const list = fc.array(entry, { maxLength: 4 });

function own(value: unknown, name: string): unknown {
  const isHolder = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isHolder ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

/** The target of every run is `https://a.example`. */
function isTarget(url: unknown): boolean {
  return (
    typeof url === 'string' &&
    /^(?:https?:\/\/)?(?:[^@/?#]*@)?a\.example\.?(?::(?:80|443)?)?\/*(?:#.*)?$/i.test(url)
  );
}

export type Origin = 'reused' | 'resumed' | 'recovered';

/**
 * Promise 3 of docs/contract.md, and `reuse-within`, again: whether scan `id` of the list, as `JSON.parse` returns it, may
 * be taken up at all.
 */
export function mayTakeUp(
  given: unknown,
  id: string,
  { origin, setting: run }: { origin: Origin; setting: Setting },
): boolean {
  const scans = (Array.isArray(given) ? given : [])
    .filter((each) => isTarget(own(each, 'url')))
    .flatMap((each) => own(each, 'scans'))
    .filter((each) => own(each, 'id') === id);
  return scans.some((each) => isRight(each, origin, run));
}

function isRight(scanned: unknown, origin: Origin, { readyAt, asked, ...run }: Setting): boolean {
  const seconds = own(scanned, 'startDate');
  const startedAt = typeof seconds === 'number' ? seconds * 1000 : null;
  if (startedAt !== null && readyAt !== null && startedAt < readyAt) return false;
  const xss = own(own(scanned, 'preferences'), 'xss');
  if (asked !== null && xss !== asked.xss && !(origin === 'recovered' && xss === undefined)) return false;
  const now = nowSeconds * 1000;
  const isTied = run.tie?.isHead === true && own(scanned, 'id') === run.tie.scanId;
  const progress = own(scanned, 'progress');
  switch (origin) {
    case 'reused': {
      const isRecent = startedAt !== null && run.reuseWithinMs > 0 && startedAt >= now - run.reuseWithinMs;
      const isOurs =
        readyAt !== null || run.pullRequest === 'none' || (run.pullRequest === 'known' && isTied);
      return isRecent && isOurs;
    }
    case 'resumed': {
      if (run.attempt === 1 || (typeof progress === 'number' && progress >= 100)) return false;
      if (run.pullRequest === 'known') return isTied && run.tie?.runId === runId;
      return run.pullRequest === 'none' && startedAt !== null && startedAt > now - timeoutMs;
    }
    case 'recovered':
      return run.isLost && (startedAt === null || startedAt >= now - minute);
  }
}
