import { commentKey, keyDigest } from '../../../src/inputs/comment-key.ts';
import { formatMarker } from '../../../src/report/previous-state.ts';
import { HEAD_SHA } from '../../support/events.ts';
import type { PullSeed } from '../../support/github/state.ts';
import { pullNumber } from '../scene.ts';

/** The pull request of a scene, for one that seeds something else as well. */
export const pulls: readonly PullSeed[] = [{ number: pullNumber, headSha: HEAD_SHA }];

/** A comment as run `runId` of the same job left it. */
export function ourComment(runId: number, attempt = 1): string {
  const key = keyDigest(commentKey({ given: '', workflow: 'CI', job: 'scan', action: null }));
  return `${formatMarker({ key, runId, attempt })}\nRun ${runId} said so.`;
}
