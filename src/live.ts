/** The comment while the scan runs: when it is written, and by whom. */
import type { Target } from './inputs/target-url.ts';
import type { World } from './ports.ts';
import type { Brief } from './prepare.ts';
import { createLiveComment } from './publish/live-comment.ts';
import type { ScanProgress } from './scan/wait.ts';

/** Follows a scan on the pull request. */
export interface Following {
  /** Never throws, never waits. */
  readonly tell: (progress: ScanProgress) => void;
  /** Resolves when nothing is being written any more. */
  readonly stop: () => Promise<void>;
}

const nobodyFollows: Following = { tell: () => {}, stop: async () => {} };

/** Begins to follow where a comment is wanted whatever comes of the scan. */
export function followScan(world: World, brief: Brief, target: Target | null): Following {
  const { inputs, settings, pullRequest } = brief;
  if (settings.reports.comment !== 'always' || pullRequest === null || inputs.reports.token === '')
    return nobodyFollows;
  const { clock, cancelled } = world;
  const startedAt = clock.now();
  let latest: ScanProgress | null = null;

  const write = async (signal: AbortSignal) => {
    if (latest === null) return true;
    const { writeProgress } = await import('./live-write.ts');
    const progress = { ...latest, elapsedMs: clock.now() - startedAt };
    return writeProgress(world, { brief, target, number: pullRequest.number, progress, signal });
  };
  const live = createLiveComment({ clock, cancelled, write });
  return {
    tell: (progress) => {
      latest = progress;
      live.tell();
    },
    stop: live.stop,
  };
}
