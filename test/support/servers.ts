/**
 * The servers that runs of the action meet, and the processes that they share. Jest loads every module anew for each test
 * file, which takes half a second for these. So Node.js loads them itself, once per process (`environment.js`).
 */
import type * as once from './once.ts';

type Once = typeof once;

declare global {
  // Only `var` declares a property of the global object.
  var loadOnce: (() => Promise<Once>) | undefined;
}

/** Outside of jest, an import is enough. */
const load = globalThis.loadOnce ?? (() => import('./once.ts'));

export const {
  startArtifactService,
  startGitHub,
  startHardenedSite,
  startSandbox,
  startShared,
  startWeakSite,
} = await load();
