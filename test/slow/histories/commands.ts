/** The steps of a history, as commands of fast-check. After each that plays jobs the promises are checked. */
import fc from 'fast-check';
import type { Fault } from '../../support/faults.ts';
import { passTime } from '../../support/step.ts';
import { type History, headOf, type JobOptions, merge, playJobs, push, secrets } from './history.ts';
import { findBreaches } from './oracle.ts';
import type { ScanPlan } from './service.ts';
import { evidence, type KnownPolicy, policies } from './terms.ts';

/** All that a history needs to know of itself to choose the next step. */
export interface Model {
  runs: number;
}

type Command = fc.AsyncCommand<Model, History>;

async function wait(ms: number): Promise<void> {
  const until = Date.now() + ms;
  await passTime(() => Date.now() >= until, { turnMs: () => ms, isQuick: () => true });
}

/** A step that plays no job. */
function happening(name: string, happen: (history: History) => void, waitMs = 0): Command {
  return {
    check: () => true,
    run: async (_model, history) => {
      happen(history);
      if (waitMs > 0) await wait(waitMs);
    },
    toString: () => name,
  };
}

const weakness = fc.record({
  severity: fc.constantFrom('low', 'Low', 'medium', 'high', 'HIGH', 'Critical', 'warning'),
  score: fc.constantFrom(0, 0, 3.1, 9.8),
  raw: fc.constantFrom(...evidence.map(({ raw }) => raw)),
});

const plan: fc.Arbitrary<ScanPlan> = fc.record({
  lengthMs: fc.constantFrom(2_000, 20_000, 90_000),
  ending: fc.constantFrom(
    ...Array.from({ length: 9 }, () => 'whole' as const),
    'early',
    'unchecked',
    'never',
  ),
  // Most scans almost pass.
  weaknesses: fc.oneof(fc.constant([]), fc.array(weakness, { minLength: 1, maxLength: 2 })),
  datedAheadMs: fc.constantFrom(0, 0, 0, 1_800_000),
});

const valid = policies.filter(({ isValid }) => isValid);
const policy = fc.constantFrom(...valid, ...policies);

const happenings: fc.Arbitrary<Command>[] = [
  fc.constantFrom(10_000, 60_000, 240_000).map((ms) => happening(`${ms / 1000} s pass`, () => {}, ms)),
  fc.constant(happening('push', push, 150_000)),
  policy.map((next) =>
    happening(`the policy becomes ${JSON.stringify(next.text)}`, (history) => merge(history, next)),
  ),
  fc.constant(happening('somebody scans the target', ({ service, url }) => void service.startScan(url))),
  fc
    .record({ oneAtATime: fc.boolean(), clockAheadMs: fc.constantFrom(-30_000, 0, 30_000) })
    .map((how) =>
      happening(`the service: ${JSON.stringify(how)}`, ({ service }) => void Object.assign(service, how)),
    ),
];

/** Something that goes wrong while jobs run. */
interface Trouble {
  readonly name: string;
  readonly service?: Fault;
  readonly github?: readonly Fault[];
  /** True if GitHub holds a write back. */
  readonly heldBack?: boolean;
}

function heldBack(method: string, path: RegExp): Fault {
  const message = 'You have exceeded a secondary rate limit.';
  const headers = { 'retry-after': '40' };
  return { method, path, times: 1, effect: { kind: 'status', status: 403, headers, json: { message } } };
}

const troubles: readonly Trouble[] = [
  ...Array.from({ length: 5 }, () => ({ name: 'no trouble' })),
  {
    name: 'the answer to a start is lost',
    service: { method: 'POST', path: /scan$/, times: 1, effect: { kind: 'lose-answer' } },
  },
  {
    name: 'the start is refused once',
    service: {
      method: 'POST',
      path: /scan$/,
      times: 1,
      effect: { kind: 'status', status: 429, headers: { 'retry-after': '5' } },
    },
  },
  {
    name: 'answers about scans fail',
    service: { method: 'GET', path: /scan\//, after: 1, times: 2, effect: { kind: 'status', status: 502 } },
  },
  {
    name: 'a comment is held back',
    github: [heldBack('POST', /comments/), heldBack('PATCH', /comments/)],
    heldBack: true,
  },
  { name: 'a status is held back', github: [heldBack('POST', /statuses/)], heldBack: true },
];

interface Options {
  /** How the scans go that start from now on. */
  readonly plan: ScanPlan;
  /** `reuse-within` */
  readonly reuse: boolean;
  /** False: the target is found by the deployment. */
  readonly givenUrl: boolean;
  /** With a password among the preferences. */
  readonly login: boolean;
  readonly cancelAfterMs: number | null;
  /** A run of Dependabot, which has no API key. */
  readonly keylessOn: 'pull_request' | 'pull_request_target' | null;
  readonly trouble: Trouble;
  /** When the target goes away, until the step is over. */
  readonly outageAfterMs: number | null;
  /** When the default branch gets which policy. */
  readonly mergeAfterMs: readonly [number, KnownPolicy] | null;
}

/** Null in four of five cases. */
function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

const options: fc.Arbitrary<Options> = fc.record({
  plan,
  reuse: fc.boolean(),
  givenUrl: fc.boolean(),
  login: fc.boolean(),
  cancelAfterMs: rarely(fc.constantFrom(500, 4_000, 15_000, 40_000)),
  keylessOn: rarely(fc.constantFrom('pull_request', 'pull_request_target')),
  trouble: fc.constantFrom(...troubles),
  outageAfterMs: rarely(fc.constant(1_500)),
  mergeAfterMs: rarely(fc.tuple(fc.constantFrom(5_000, 30_000), policy)),
});

function inputsOf({ reuse, givenUrl, login, keylessOn }: Options): Record<string, string> {
  const secret = login ? { login_form: { password: secrets.preference } } : {};
  const preferences = { scan_type: 'full', ...secret };
  return {
    'reuse-within': reuse ? '1h' : '0',
    ...(givenUrl ? {} : { url: '' }),
    preferences: JSON.stringify(preferences),
    ...(keylessOn === null ? {} : { 'api-key': '', 'on-missing-api-key': 'skip' }),
  };
}

/** How the jobs of a step stand to each other and to earlier ones. */
const kinds = ['run', 'run', 're-run', 're-run', 're-run', 'newer run beside', 'two jobs'] as const;

const play = fc.tuple(fc.constantFrom(...kinds), options).map(([kind, given]): Command => {
  const jobsOf = (history: History): readonly JobOptions[] => {
    const last = history.jobs.at(-1);
    const next = Math.max(0, ...history.jobs.map(({ runId }) => runId)) + 1;
    const job = {
      sha: headOf(history),
      runId: next,
      attempt: 1,
      job: 'scan',
      inputs: inputsOf(given),
      afterMs: 0,
      cancelAfterMs: given.cancelAfterMs,
      keylessOn: given.keylessOn,
    };
    if (kind === 're-run' && last !== undefined) {
      const { sha, runId, inputs, keylessOn } = last;
      const attempts = history.jobs.filter((each) => each.runId === runId).map(({ attempt }) => attempt);
      return [{ ...job, sha, runId, inputs, keylessOn, attempt: Math.max(...attempts) + 1 }];
    }
    if (kind === 'newer run beside')
      return [job, { ...job, runId: next + 1, afterMs: 3_000, cancelAfterMs: null }];
    return kind === 'two jobs' ? [job, { ...job, job: 'other', afterMs: 1_000 }] : [job];
  };
  return {
    check: ({ runs }) => kind !== 're-run' || runs > 0,
    run: async (model, history) => {
      model.runs += 1;
      const { trouble, outageAfterMs, mergeAfterMs } = given;
      history.service.plan = given.plan;
      history.service.faults.set(trouble.service === undefined ? [] : [trouble.service]);
      history.github.faults.set(trouble.github ?? []);
      const startedAt = Date.now();
      if (outageAfterMs !== null)
        history.outages.push({ from: startedAt + outageAfterMs, to: startedAt + 600_000 });
      const merging = setTimeout(() => {
        if (mergeAfterMs !== null) merge(history, mergeAfterMs[1]);
      }, mergeAfterMs?.[0] ?? 0);
      const jobs = await playJobs(history, jobsOf(history));
      clearTimeout(merging);
      // The target answers again when the step is over.
      history.outages.splice(
        0,
        Infinity,
        ...history.outages.map(({ from, to }) => ({ from, to: Math.min(to, Date.now()) })),
      );
      const hadFaults = trouble.name !== 'no trouble';
      // GitHub asks to wait for longer than a cancelled run has: its last word may be lost.
      const lostWrites = trouble.heldBack === true && given.cancelAfterMs !== null;
      const breaches = findBreaches(history, jobs, { hadFaults, lostWrites });
      if (breaches.length > 0) throw new Error(breaches.join('\n'));
      await wait(1_000);
    },
    toString: () => `${kind} ${JSON.stringify({ ...given, trouble: given.trouble.name })}`,
  };
});

/** At most eight steps, at least every second of which plays jobs. */
export const steps = fc.commands([...happenings, play, play, play, play, play, play], {
  maxCommands: 8,
  size: 'max',
});
