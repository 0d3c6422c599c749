import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readOutput } from '../run-files.ts';
import { startScene } from '../scene.ts';

const sarif = z.looseObject({
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.looseObject({
      automationDetails: z.object({ id: z.string() }),
      tool: z.looseObject({
        driver: z.looseObject({ version: z.string(), informationUri: z.string().optional() }),
      }),
      results: z.array(
        z.looseObject({
          level: z.string(),
          locations: z.array(
            z.looseObject({
              physicalLocation: z.looseObject({ artifactLocation: z.looseObject({ uri: z.string() }) }),
            }),
          ),
        }),
      ),
    }),
  ]),
});

describe('sarif-path', () => {
  test('is written on fail and on pass, and is in the artifact', async () => {
    await using scene = await startScene();
    const env = { GITHUB_ACTION_REPOSITORY: 'acme/scan-gate' };
    const fail = await scene.run({ inputs: { reports: 'none' }, env });
    const [run] = sarif.parse(JSON.parse(await readOutput(fail, 'sarif-path'))).runs;
    expect(run.results).toHaveLength(Number(fail.outputs['total']));
    expect(run.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(
      '.github/workflows/ci.yml',
    );
    expect(run.automationDetails.id).toMatch(/^CI.*scan.*\/$/);
    expect(run.tool.driver.informationUri).toBe('https://github.com/acme/scan-gate');
    expect(Object.keys(scene.artifacts.artifacts[0]?.files ?? {})).toContain('result.sarif');

    const inputs = { reports: 'none', url: scene.hardened.url, 'artifact-name': 'second' };
    const pass = await scene.run({ inputs });
    const [clean] = sarif.parse(JSON.parse(await readOutput(pass, 'sarif-path'))).runs;
    expect(clean.results).toHaveLength(Number(pass.outputs['total']));
  });

  test('is empty if the scan did not finish, so that no alert is closed by mistake', async () => {
    await using scene = await startScene();
    scene.sandbox.scanBehaviour = { stuckAt: 60 };
    const partial = await scene.run({ inputs: { 'fail-fast': 'true', 'fail-on': 'warning' } });
    const late = await scene.run({ inputs: { timeout: '2s', 'artifact-name': 'late' } });
    expect([partial.outputs['verdict'], late.outputs['verdict']]).toEqual(['fail', 'inconclusive']);
    for (const { outputs } of [partial, late]) {
      expect(outputs['sarif-path']).toBe('');
      expect(outputs['result-path']).not.toBe('');
    }
    for (const { files } of scene.artifacts.artifacts)
      expect(Object.keys(files)).not.toContain('result.sarif');
  });
});
