/** Plays a plan: servers with faults, and one run of the action. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultRule } from '../../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { startHardenedSite } from '../../../sandbox/sites/hardened.ts';
import { systemClock } from '../../../src/runner/clock.ts';
import type { RunResult } from '../../support/runner.ts';
import { startStep } from '../../support/step.ts';
import type { Breakage, Place, Plan } from './fault-row.ts';
import { startFront } from './front.ts';
import { startTarget } from './target-site.ts';

export interface Played extends Pick<RunResult, 'exitCode' | 'outputs' | 'lines' | 'annotations'> {
  /** Scans that began at the service. */
  readonly scans: number;
  /** Where all faults were met. */
  readonly met: ReadonlySet<Place>;
}

export interface PlayOptions {
  /** Called before the action starts, with the running service and the address of the site. @returns further inputs */
  readonly before?: (sandbox: Sandbox, siteUrl: string) => Promise<Readonly<Record<string, string>>>;
}

export async function play(plan: Plan, { before }: PlayOptions = {}): Promise<Played> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-fault-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const site = stack.use(await startHardenedSite());
  const met = new Set<Place>();
  const target = plan.target && stack.use(await startTarget(plan.target, { upstream: site.url, met }));
  const sandbox = stack.use(await startSandbox({ scanMs: 0, ...plan.sandbox, clock: systemClock }));
  const prepared = await before?.(sandbox, site.url);
  const scansBefore = sandbox.scans.length;
  const unmet = new Set(plan.rules);
  sandbox.faults = [...unmet].map((rule) => noticed(rule, () => unmet.delete(rule)));
  const way = plan.breakage && stack.use(await breakWay({ ...plan.breakage, sandbox, met }));
  // A test acts while such a run waits.
  const isRepaired =
    plan.breakage?.repaired === true || (plan.target?.kind === 'break' && plan.target.repaired);
  // What is unpacked takes its time.
  const isHuge = plan.rules?.some(({ fault: { kind } }) => kind === 'endless-body' || kind === 'gzip-bomb');
  const network = way?.network ?? target?.network;
  const action = await startStep({
    root: folder,
    inputs: {
      // Other tests try the faults of GitHub.
      config: 'none',
      'api-key': sandbox.apiKey,
      'base-url': way?.url ?? sandbox.url,
      url: target?.url ?? site.url,
      'wait-for-url': target === undefined ? '0' : '30s',
      reports: 'none',
      ...plan.inputs,
      ...prepared,
    },
    env: { RUNNER_DEBUG: '1' },
    turnMs: isHuge ? 25 : isRepaired ? 50 : 250,
    ...(network === undefined ? {} : { network }),
    runAttempt: plan.attempt ?? 1,
    ...(plan.event === undefined ? {} : { event: plan.event }),
    onLine: (line) => {
      way?.onLine(line);
      target?.onLine(line);
    },
  });
  const { exitCode, outputs, lines, annotations } = await action.done;
  for (const { endpoint } of plan.rules ?? []) met.add(endpoint);
  for (const { endpoint } of unmet) met.delete(endpoint);
  const scans = sandbox.scans.length - scansBefore;
  return { exitCode, outputs, lines, annotations, met, scans };
}

/** The rule, which says when a request meets it. */
function noticed(rule: FaultRule, onMet: () => void): FaultRule {
  const matches: FaultRule['matches'] = (request) => {
    const isMet = rule.matches?.(request) ?? true;
    if (isMet) onMet();
    return isMet;
  };
  return { ...rule, matches };
}

interface Breaking extends Breakage {
  readonly sandbox: Sandbox;
  readonly met: Set<Place>;
}

/** Breaks the way to the service before the first request to each place, and repairs it when the action has met it. */
async function breakWay({ how, at, repaired, sandbox, met }: Breaking) {
  const front = await startFront({
    kind: how,
    upstream: sandbox.url,
    onAnswer: async (path, body) => {
      const next = nextPlace(path, body);
      if (at.some((place) => place === next)) await front.down();
    },
  });
  if (at.includes('list') || at[0] === 'start') await front.down();
  const onLine = (line: string) => {
    const place = at.find((each) => /(?:network|tls) in attempt/.test(line) && line.includes(`::${each}: `));
    if (place === undefined) return;
    met.add(place);
    if (repaired) void front.up();
  };
  return { ...front, onLine };
}

/** What the action asks next, if it is another operation. */
function nextPlace(path: string, body: string): Place | null {
  if (path.endsWith('/list_scans')) return 'start';
  if (path.endsWith('/v1/api/scan')) return 'fetch';
  return /"percentage":"100\.00"/.test(body) && !/"endDate":null/.test(body) ? 'report' : null;
}
