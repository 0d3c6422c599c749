import { enGitHubFault } from '../core/github-fault.ts';
import type { World } from '../core/ports.ts';
import { shortDigest } from '../core/text.ts';
import { waitFor } from '../core/time-limit.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { NotedScan } from '../scan/noted-scan.ts';
import { conversationOf } from './sinks.ts';
import { notedScanIn } from './sticky-comment.ts';

/** Longest wait for GitHub's answers. */
const limitMs = 30_000;

/** What our comment says about a scan; `null` if it says nothing or cannot be read, so that a new scan is started. */
export async function readNotedScan(
  setup: RunSetup,
  { cancelled: signal, log }: World,
): Promise<NotedScan | null> {
  const conversation = conversationOf(setup);
  if (conversation === null || setup.inputs.github.token === '') return null;
  const read = async () => {
    const github = await setup.github();
    const author = await setup.login(github);
    return notedScanIn(github, conversation, { key: shortDigest(setup.key), author });
  };
  try {
    return await waitFor(read, { signal, limitMs });
  } catch (error) {
    signal.throwIfAborted();
    const { what } = enGitHubFault(gitHubFaultOf(error), '');
    log.info(`The pull request comment could not be read (${what}), so no scan is taken up by it.`);
    return null;
  }
}
