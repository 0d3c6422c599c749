// Native ESM; TypeScript is run by stripping its types, as `node src/main.ts` would.
/** @type {import('jest').Config} */
// biome-ignore lint/style/noDefaultExport: jest reads the default export
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': './test/support/strip-types.js' },
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Other actions, each with a package.json of its own; see bench/fetch-peers.ts.
  modulePathIgnorePatterns: ['<rootDir>/peers/'],
  testTimeout: 60_000,
  // The default leaves a core idle on a machine with two.
  maxWorkers: '100%',
};
