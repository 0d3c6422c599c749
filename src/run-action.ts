import { judge } from './judge.ts';
import type { World } from './ports.ts';
import { bounded } from './publish/bounded.ts';
import type { Conclusion } from './publish/conclusion.ts';

/**
 * The whole run: inputs → target → scan → gate (all in `judge`), then report → publish → outputs.
 *
 * @throws SettingsError for wrong inputs, before anything is asked of anybody
 */
export async function runAction(world: World): Promise<Conclusion> {
  const startedAt = world.clock.now();
  const judgement = await bounded(() => judge(world), { signal: world.givenUp });
  // Loaded no sooner than there is a verdict to tell: a job waits for whatever is loaded before the first request.
  const { publish } = await import('./run.ts');
  return publish(world, judgement, startedAt);
}
