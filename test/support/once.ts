/** What Node.js loads once for all test files of a process. See `servers.ts`. */
export { startSandbox } from '../../sandbox/server.ts';
export { startHardenedSite } from '../../sandbox/sites/hardened.ts';
export { startWeakSite } from '../../sandbox/sites/weak.ts';
export { startArtifactService } from './artifact-service.ts';
export { startGitHub } from './github.ts';
export { startShared } from './shared-process.ts';
