/** Plays a plan: the servers with their faults, and one run of the shipped action in fast time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultRule } from '../../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { startHardenedSite } from '../../../sandbox/sites/hardened.ts';
import { startWeakSite } from '../../../sandbox/sites/weak.ts';
import { compiledBundle } from '../../support/compiled-bundle.ts';
import { type RunResult, runAction } from '../../support/runner.ts';
import { fastClock, fastEnvironment } from './fast-clock.ts';
import type { Breakage, Place, Plan } from './fault-row.ts';
import { type Front, startFront } from './front.ts';
import { startTarget } from './target-site.ts';

export interface Played extends Pick<RunResult, 'exitCode' | 'outputs' | 'lines' | 'annotations'> {
  /** Scans that began at the service. */
  readonly scans: number;
  /** Where a fault was met. */
  readonly met: ReadonlySet<Place>;
}

/** Another bundle than the shipped one, to try a change before `npm run build`. */
const bundle = process.env['SCAN_GATE_BUNDLE'];

export interface PlayOptions {
  /** Called with the running service and the address of the site before the action starts. @returns further inputs */
  readonly before?: (sandbox: Sandbox, siteUrl: string) => Promise<Readonly<Record<string, string>>>;
}

export async function play(plan: Plan, options: PlayOptions = {}): Promise<Played> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-fault-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const site = stack.use(await (plan.site === 'weak' ? startWeakSite() : startHardenedSite()));
  const met = new Set<Place>();
  const target =
    plan.target === undefined ? null : await startTarget(plan.target, { upstream: site.url, folder, met });
  if (target !== null) stack.use(target);
  const sandbox = stack.use(await startSandbox({ scanMs: 0, ...plan.sandbox, clock: fastClock }));
  const prepared = await options.before?.(sandbox, site.url);
  const before = sandbox.scans.length;
  sandbox.faults = (plan.rules ?? []).map((rule) => noticed(rule, met));
  const breaking =
    plan.breakage === undefined ? null : await breakWay({ ...plan.breakage, sandbox, folder, met });
  if (breaking !== null) stack.use(breaking.front);
  const result = await runAction({
    root: folder,
    inputs: {
      // GitHub has faults of its own, which are tried elsewhere.
      config: 'none',
      'api-key': sandbox.apiKey,
      'base-url': breaking?.front.url ?? sandbox.url,
      url: target?.url ?? site.url,
      'wait-for-url': target === null ? '0' : '30s',
      reports: 'none',
      ...plan.inputs,
      ...prepared,
    },
    env: {
      ...(await compiledBundle()),
      ...fastEnvironment({ unhurried: isMended(plan) }),
      ...breaking?.front.env,
      ...target?.env,
      RUNNER_DEBUG: '1',
    },
    runAttempt: plan.attempt ?? 1,
    ...(plan.event === undefined ? {} : { event: plan.event }),
    ...(bundle === undefined ? {} : { bundle }),
    onLine: (line) => {
      breaking?.onLine(line);
      target?.onLine(line);
    },
  });
  const { exitCode, outputs, lines, annotations } = result;
  return { exitCode, outputs, lines, annotations, met, scans: sandbox.scans.length - before };
}

/** True where a break is mended while the action runs. */
function isMended({ breakage, target }: Plan): boolean {
  return breakage?.mended === true || (target?.kind === 'break' && target.mended);
}

/** The rule, noting that it was met. */
function noticed(rule: FaultRule, met: Set<Place>): FaultRule {
  const matches: FaultRule['matches'] = (request) => {
    const wanted = rule.matches?.(request) ?? true;
    if (wanted) met.add(rule.endpoint);
    return wanted;
  };
  return { ...rule, matches };
}

interface Breaking extends Breakage {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly met: Set<Place>;
}

interface BrokenWay {
  readonly front: Front;
  onLine(line: string): void;
}

/** Breaks the way to the service before the first request to each place, and mends it when the action has met it. */
async function breakWay({ how, at, mended, sandbox, folder, met }: Breaking): Promise<BrokenWay> {
  const isNext = createForesight();
  const front = await startFront({
    kind: how,
    upstream: sandbox.url,
    folder,
    onAnswer: async (path, body) => {
      const next = isNext(path, body);
      if (next !== null && at.some((place) => place === next)) await front.down();
    },
  });
  if (at.includes('list') || at[0] === 'start') await front.down();
  const onLine = (line: string) => {
    const place = at.find((each) => /(?:network|tls) in attempt/.test(line) && line.includes(`::${each}: `));
    if (place === undefined) return;
    met.add(place);
    if (mended) void front.up();
  };
  return { front, onLine };
}

/** Tells from the answers what the action will ask next, where that is another operation. */
function createForesight(): (path: string, body: string) => Place | null {
  return (path, body) => {
    if (path.endsWith('/list_scans')) return 'start';
    if (path.endsWith('/v1/api/scan')) return 'fetch';
    return /"percentage":"100\.00"/.test(body) && !/"endDate":null/.test(body) ? 'report' : null;
  };
}
