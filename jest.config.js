import { availableParallelism } from 'node:os';

// Native ESM; TypeScript is run by stripping its types, as `node src/main.ts` would.
/** @type {import('jest').Config} */
// biome-ignore lint/style/noDefaultExport: jest reads the default export
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': './test/support/strip-types.js' },
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Far above what any test takes: a busy machine must not fail one. In milliseconds.
  testTimeout: 300_000,
  // Shorter for tests in memory.
  setupFilesAfterEnv: ['<rootDir>/test/support/time-limit.ts'],
  // Tests import what they use.
  injectGlobals: false,
  watchman: false,
  // Most tests wait for processes and servers, so cores would idle.
  maxWorkers: 2 * availableParallelism(),
  // The memory of a test process takes more than jest's half second to be freed. In milliseconds.
  workerGracefulExitTimeout: 5_000,
};
