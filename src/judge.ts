import { type Problem, problemOf, SettingsError } from './errors.ts';
import { assess } from './gate/assess.ts';
import type { Assessment } from './gate/verdict.ts';
import { type Inputs, readInputs } from './inputs/inputs.ts';
import { commentKey, keyDigest } from './inputs/key.ts';
import { targetSecrets } from './inputs/target-url.ts';
import type { World } from './ports.ts';
import { claimKey } from './publish/claim-key.ts';
import { type ScanOutcome, type ScanStage, scan } from './scan/scan.ts';
import { createServiceClient, type ServiceClient } from './service/client.ts';
import { type RunContext, readContext } from './target/context.ts';
import { waitForTarget } from './target/readiness.ts';

/** The verdict, and all that it was made of. */
export interface Judgement {
  readonly inputs: Inputs;
  readonly context: RunContext;
  /** The comment key: one comment and one artifact each. */
  readonly key: string;
  /** `null` without an API key. */
  readonly client: ServiceClient | null;
  readonly outcome: ScanOutcome;
  readonly assessment: Assessment;
}

/**
 * The first half of a run: inputs → target → scan → gate. Publishes nothing.
 *
 * @throws SettingsError for wrong inputs, before anything is asked of anybody
 */
export async function judge(world: World): Promise<Judgement> {
  const { runner, log } = world;
  protect(world, [
    runner.input('api-key'),
    runner.input('github-token'),
    runner.env['ACTIONS_RUNTIME_TOKEN'] ?? '',
  ]);
  const inputs = await readInputs((name) => runner.input(name));
  protect(world, inputs.target.url === null ? [] : targetSecrets(inputs.target.url));
  for (const name of inputs.scan.preferences?.unknown ?? []) {
    log.warning(
      `\`preferences\`: the service's interface names no \`${name}\`. It is sent as given; check the spelling.`,
    );
  }
  const context = readContext(runner.env, runner.event);
  const { apiKey, baseUrl } = inputs.service;
  const client =
    apiKey === null ? null : createServiceClient({ apiKey, baseUrl, redact: world.redactor.redact }, log);
  const outcome =
    client === null
      ? notScanned(inputs, missingKey(inputs, context))
      : await reachAndScan({ client, inputs, attempt: context.attempt }, world);
  const assessment = assess({ result: outcome.result, problem: outcome.problem, policy: inputs.policy });
  return { inputs, context, key: claimedKey(inputs, context, world), client, outcome, assessment };
}

/** Masks secrets in the log, and remembers to take them out of everything else. */
function protect({ runner, redactor }: World, secrets: readonly string[]): void {
  for (const secret of secrets) {
    for (const form of redactor.add(secret)) runner.mask(form);
  }
}

/** The comment key; a second use of it in one job adds the name of the step. */
function claimedKey(inputs: Inputs, { workflow, job }: RunContext, { runner }: World): string {
  const action = runner.env['GITHUB_ACTION'] ?? '';
  const parts = { given: inputs.reports.commentKey, workflow, job };
  const key = commentKey({ ...parts, action: null });
  return claimKey(runner.tempFolder, keyDigest(key), action) ? key : commentKey({ ...parts, action });
}

/** An empty key may be skipped only where the run can have no secrets (`contract.md`, `on-missing-api-key`). */
function missingKey(inputs: Inputs, context: RunContext): Problem {
  const withoutSecrets =
    context.pullRequest !== null && (context.pullRequest.fromFork || context.byDependabot);
  return { kind: 'missing-api-key', skipped: withoutSecrets && inputs.service.onMissingApiKey === 'skip' };
}

function notScanned(inputs: Inputs, problem: Problem): ScanOutcome {
  const { scanId } = inputs.scan;
  return {
    scanId,
    origin: scanId === null ? 'started' : 'attached',
    result: null,
    percentage: null,
    problem,
  };
}

async function reachAndScan(
  scanned: Pick<ScanStage, 'client' | 'inputs' | 'attempt'>,
  world: World,
): Promise<ScanOutcome> {
  const { inputs } = scanned;
  const { clock, log, cancelled: signal } = world;
  const { url, waitMs } = inputs.target;
  try {
    if (url !== null && inputs.scan.scanId === null)
      await waitForTarget({ target: url, waitMs, clock, log, signal });
    return await scan({ ...scanned, clock, log, signal });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return notScanned(inputs, problemOf(error));
  }
}
