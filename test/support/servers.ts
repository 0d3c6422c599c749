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

export const startSandbox: Once['startSandbox'] = async (...args) => (await load()).startSandbox(...args);

export const startHardenedSite: Once['startHardenedSite'] = async (...args) =>
  (await load()).startHardenedSite(...args);

export const startWeakSite: Once['startWeakSite'] = async (...args) => (await load()).startWeakSite(...args);

export const startArtifactService: Once['startArtifactService'] = async (...args) =>
  (await load()).startArtifactService(...args);

export const startGitHub: Once['startGitHub'] = async (...args) => (await load()).startGitHub(...args);

export const startShared: Once['startShared'] = async (...args) => (await load()).startShared(...args);
