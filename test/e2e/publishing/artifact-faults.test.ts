import { afterAll, describe, expect, test } from '@jest/globals';
import type { Effect, Fault } from '../../support/faults.ts';
import { actionOutputs } from '../run-files.ts';
import { startScene } from '../scene.ts';

interface Row {
  readonly name: string;
  readonly faults: readonly Fault[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the warning says; `null` if the artifact is there in spite of the fault. */
  readonly warning: RegExp | null;
}

const create = /CreateArtifact/;
const finalize = /FinalizeArtifact/;
const block = /\/account\/container\//;

function status(code: number, msg: string): Effect {
  return { kind: 'status', status: code, json: { code: 'error', msg } };
}

// No PDF was asked for, so none is named.
const again =
  /not uploaded: .*\(result\.json, result\.sarif\) are .* at result-path and sarif-path\. Re-run the job/;
const quota = 'insufficient usage to create artifact: storage quota has been hit';
const broken = status(503, 'unavailable');
const page: Effect = { kind: 'status', status: 502, text: '<html>Bad gateway</html>' };

const rows: readonly Row[] = [
  {
    name: 'a name that is taken',
    faults: [{ path: create, times: 1, effect: status(409, 'already exists') }],
    warning: null,
  },
  { name: '401', faults: [{ path: create, effect: status(401, 'unauthenticated') }], warning: again },
  {
    name: '403, storage quota',
    faults: [{ path: create, effect: status(403, quota) }],
    warning: /quota.*retention-days/,
  },
  { name: '429 once', faults: [{ path: create, times: 1, effect: status(429, 'too many') }], warning: null },
  { name: '503 once', faults: [{ path: create, times: 1, effect: broken }], warning: null },
  { name: '503', faults: [{ path: create, effect: broken }], warning: again },
  { name: '503 at the end', faults: [{ path: finalize, effect: broken }], warning: again },
  { name: 'a page instead of JSON', faults: [{ path: create, effect: page }], warning: again },
  { name: 'reset', faults: [{ path: create, effect: { kind: 'reset' } }], warning: again },
  { name: 'storage that resets', faults: [{ path: block, effect: { kind: 'reset' } }], warning: again },
  {
    name: 'storage that refuses',
    faults: [{ path: block, effect: status(403, 'signature') }],
    warning: again,
  },
  { name: 'silence', faults: [{ path: create, effect: { kind: 'hang' } }], warning: again },
  {
    name: 'storage that is silent',
    faults: [{ path: block, effect: { kind: 'hang' } }],
    warning: /not done within 300 s.*Re-run the job/,
  },
  {
    name: 'GitHub Enterprise Server',
    faults: [],
    env: { GITHUB_SERVER_URL: 'https://ghes.example.com' },
    warning: /Enterprise Server.*actions\/upload-artifact/,
  },
  {
    name: 'a runner without the service',
    faults: [],
    env: { ACTIONS_RUNTIME_TOKEN: '' },
    warning: /no artifact service.*later step/,
  },
];

describe.each(rows)('$name', ({ faults, env = {}, warning }) => {
  test('does not affect the verdict and the other sinks, and says what to do', async () => {
    await using scene = await startScene({ artifacts: { faults } });
    const inputs = { 'scan-id': await scene.scanned(scene.hardened.url), reports: 'none' };
    const result = await scene.run({ inputs, env });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
    expect(Object.keys(result.outputs).sort()).toEqual(await actionOutputs());
    expect(result.summary).toContain('Scan Gate: passed');
    expect(scene.comments()).toHaveLength(1);
    expect(result.outputs['result-path']).toMatch(/result\.json$/);
    const warnings = result.annotations.warning
      .map(({ message }) => message)
      .filter((message) => message.startsWith('The artifact'));
    expect(warnings).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
    expect(result.outputs['artifact-id'] === '').toBe(warning !== null);
    expect(scene.artifacts.artifacts.length).toBe(warning === null ? 1 : 0);
  });
});

afterAll(() => {
  process.stdout.write(`Publishing: ${rows.length} faults of the artifact service tried\n`);
});
