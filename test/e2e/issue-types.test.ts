import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

interface Finding {
  readonly name: string;
  readonly type: string | null;
}

/** The list as the service sends it if it ignores `issue_types` (docs/service-interface.md, section 2.2). */
function ungrouped(answer: unknown): unknown {
  const result: { issues?: Record<string, { issues: unknown[] }> } = Object(answer);
  return { ...result, issues: Object.values(result.issues ?? {}).flatMap(({ issues }) => issues) };
}

test('findings are the same by type and as a list; by type, their types are known', async () => {
  await using scene = await startScene();
  const scanId = await scene.scanned(scene.weak.url);
  const inputs = { 'scan-id': scanId, reports: 'none', comment: 'never' };
  const byType = await scene.run({ inputs });
  scene.sandbox.faults = [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate: ungrouped } }];
  const asList = await scene.run({ inputs: { ...inputs, 'artifact-name': 'list' } });

  const request = scene.sandbox.requests.find(({ path }) => path.endsWith(scanId));
  expect([request?.query['issue_types'], request?.headers['issue_types']]).toEqual(['true', 'true']);
  const read = async (path = '') => JSON.parse(await readFile(path, 'utf8'));
  const [grouped, listed] = [
    await read(byType.outputs['result-path']),
    await read(asList.outputs['result-path']),
  ];
  expect(Array.isArray(grouped.raw.issues)).toBe(false);
  expect(Array.isArray(listed.raw.issues)).toBe(true);
  const names = (findings: Finding[]) => findings.map(({ name }) => name).toSorted();
  expect(names(listed.findings)).toEqual(names(grouped.findings));
  expect(grouped.findings).toHaveLength(Number(byType.outputs['total']));
  for (const output of ['verdict', 'total', 'blocking', 'critical', 'high']) {
    expect(asList.outputs[output]).toBe(byType.outputs[output]);
  }
  expect(grouped.findings.map(({ type }: Finding) => type)).toContain('exposed_files');
  expect(new Set(listed.findings.map(({ type }: Finding) => type))).toEqual(new Set([null]));
});
