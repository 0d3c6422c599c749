import { type Problem, problemOf, SettingsError } from './errors.ts';
import { assess } from './gate/assess.ts';
import { readBaselineFindings } from './gate/read-baseline.ts';
import type { Assessment } from './gate/verdict.ts';
import type { Inputs } from './inputs/inputs.ts';
import type { Target } from './inputs/target-url.ts';
import type { World } from './ports.ts';
import { type Brief, prepare, protectTarget } from './prepare.ts';
import { type BaselineScan, refuseOwnBaseline } from './scan/baseline.ts';
import { type ScanOutcome, scan, unfinished } from './scan/scan.ts';
import { createServiceClient, type ServiceClient } from './service/client.ts';
import type { WireScanResult } from './service/schema.ts';
import { discoverTarget } from './target/discover.ts';
import { waitForTarget } from './target/readiness.ts';

/** The verdict, and all that it was made of. */
export interface Judgement extends Brief {
  /** `null` where none was found, and for an attached scan without `url`. */
  readonly target: Target | null;
  /** `null` without an API key. */
  readonly client: ServiceClient | null;
  readonly outcome: ScanOutcome;
  readonly assessment: Assessment;
}

/**
 * The first half of a run: inputs → target → scan → gate. Publishes nothing.
 *
 * @throws SettingsError for wrong inputs and a wrong policy file
 */
export async function judge(world: World): Promise<Judgement> {
  const brief = await prepare(world);
  const { apiKey, baseUrl } = brief.inputs.service;
  const { redact } = world.redactor;
  const client = apiKey === null ? null : createServiceClient({ apiKey, baseUrl, redact }, world.log);
  const problem = client === null ? missingKey(brief) : brief.problem;
  const found =
    problem === null ? await findTarget(brief, world) : notFound(brief.inputs.target.url, problem);
  const outcome =
    client === null || found.problem !== null
      ? notScanned(brief.inputs, found.problem ?? missingKey(brief))
      : await reachAndScan({ client, brief, ...found }, world);
  const assessment = decide(outcome, { brief, target: found.target }, world);
  return { ...brief, target: found.target, client, outcome, assessment };
}

/** An empty key may be skipped only where the run can have no secrets (`contract.md`, `on-missing-api-key`). */
function missingKey({ inputs, context, pullRequest }: Brief): Problem {
  const withoutSecrets = pullRequest !== null && (pullRequest.fromFork || context.byDependabot);
  return { kind: 'missing-api-key', skipped: withoutSecrets && inputs.service.onMissingApiKey === 'skip' };
}

interface FoundTarget {
  readonly target: Target | null;
  /** When it became ready, in milliseconds since the Unix epoch, where that is known. */
  readonly readyAt: number | null;
  readonly problem: Problem | null;
}

function notFound(target: Target | null, problem: Problem): FoundTarget {
  return { target, readyAt: null, problem };
}

/** The given target, or the one of the event; an attached scan needs none. */
async function findTarget(brief: Brief, world: World): Promise<FoundTarget> {
  const { url, waitMs, environment } = brief.inputs.target;
  if (url !== null || brief.inputs.scan.scanId !== null) return { target: url, readyAt: null, problem: null };
  const { clock, log, cancelled: signal } = world;
  try {
    const { target, readyAt } = await discoverTarget({ ...brief, environment, waitMs, clock, log, signal });
    protectTarget(world, target);
    log.info(`Target: ${target.shown}`);
    return { target, readyAt, problem: null };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return notFound(null, problemOf(error));
  }
}

function notScanned({ scan: { scanId } }: Inputs, problem: Problem): ScanOutcome {
  return unfinished({ scanId, origin: scanId === null ? 'started' : 'attached' }, problem);
}

interface Scanning {
  readonly client: ServiceClient;
  readonly brief: Brief;
  readonly target: Target | null;
  readonly readyAt: number | null;
}

async function reachAndScan(
  { client, brief, target, readyAt }: Scanning,
  world: World,
): Promise<ScanOutcome> {
  const { inputs, settings, context, pullRequest, pullRequestUnknown } = brief;
  const { clock, log, cancelled: signal } = world;
  const { policy } = settings;
  const hasPullRequest = pullRequest !== null || pullRequestUnknown;
  refuseOwnBaseline(policy.baseline, target?.given ?? null, hasPullRequest);
  const blocks = (result: WireScanResult, baseline: BaselineScan) =>
    decide({ result, baseline, partial: true, problem: null }, { brief, target }, world).verdict.outcome ===
    'fail';
  try {
    if (target !== null && inputs.scan.scanId === null) {
      const { waitMs } = inputs.target;
      await waitForTarget({ target, waitMs, allowedRedirects: policy.allowedRedirects, clock, log, signal });
    }
    const { attempt } = context;
    return await scan({
      client,
      inputs,
      target,
      readyAt,
      policy,
      hasPullRequest,
      attempt,
      blocks,
      clock,
      log,
      signal,
    });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return notScanned(inputs, problemOf(error));
  }
}

type Decided = Pick<ScanOutcome, 'result' | 'partial' | 'problem' | 'baseline'>;

/** The gate's word on an outcome. */
function decide(
  outcome: Decided,
  { brief, target }: Pick<Scanning, 'brief' | 'target'>,
  { clock }: World,
): Assessment {
  const { result, partial } = outcome;
  const { policy } = brief.settings;
  const baseline = readBaselineFindings(outcome.baseline);
  const problem = outcome.problem ?? baseline.problem;
  const host = target?.url.host ?? null;
  return assess({ result, problem, partial, baseline: baseline.findings, policy, host, now: clock.now() });
}
