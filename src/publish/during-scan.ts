/** The pull request comment before the verdict. What writes it is in the chunk of all that publishes; see `run.ts`. */
import { bounded } from '../core/bounded.ts';
import { enGitHubFault } from '../core/github-fault.ts';
import type { World } from '../core/ports.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import { keyDigest } from '../inputs/comment-key.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare.ts';
import type { ObtainedScan } from '../scan/scan.ts';
import type { ScanTie } from '../scan/scan-tie.ts';
import type { ScanProgress } from '../scan/wait-for-scan.ts';
import type { ProgressComment } from './progress-comment.ts';

/** What our comment says about a scan; `null` if it says nothing or cannot be read, so that a new scan is started. */
export async function readTiedScan(
  { inputs, context, pullRequest, key, github }: RunSetup,
  { cancelled: signal, log }: World,
): Promise<ScanTie | null> {
  if (pullRequest.kind !== 'known' || inputs.github.token === '') return null;
  const { owner, repo } = context;
  const place = { owner, repo, number: pullRequest.number };
  try {
    const { readTie } = await import(/* webpackChunkName: "publish" */ './sticky-comment.ts');
    return await bounded(async () => readTie(await github(), place, keyDigest(key)), {
      signal,
      limitMs: 30_000,
    });
  } catch (error) {
    signal.throwIfAborted();
    const { what } = enGitHubFault(gitHubFaultOf(error), '');
    log.info(`The pull request comment could not be read (${what}), so no scan is taken up by it.`);
    return null;
  }
}

/** Comments while the scan runs, if a comment is wanted for any verdict. */
export function commentOnProgress(setup: RunSetup, target: Target | null, world: World): ProgressComment {
  const { inputs, settings, pullRequest } = setup;
  const isWanted = settings.reports.comment === 'always' && inputs.github.token !== '';
  if (!isWanted || pullRequest.kind !== 'known') return { report: () => {}, stop: async () => null };
  const { number } = pullRequest;
  let comment: Promise<ProgressComment> | null = null;
  const start = async () => {
    const { startProgressComment } = await import(/* webpackChunkName: "publish" */ './progress-comment.ts');
    return startProgressComment(world, { setup, target, number });
  };
  return {
    report: async (progress: ScanProgress, of: ObtainedScan) => {
      comment ??= start();
      (await comment).report(progress, of);
    },
    stop: async () => (await (await comment)?.stop()) ?? null,
  };
}
