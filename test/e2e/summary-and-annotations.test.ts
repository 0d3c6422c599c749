import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

test.concurrent('summary: false only leaves out the summary', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { summary: 'false', reports: 'none' } });
  expect(result.summary).toBe('');
  expect(result.annotations.error.length).toBeGreaterThan(1);
  expect(scene.comments()).toHaveLength(1);
});

test.concurrent('annotations: false keeps the one error that fails the step', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { annotations: 'False', reports: 'none' } });
  expect(result.annotations.error.map(({ message }) => message)).toEqual([result.outputs['reason']]);
  expect(result.summary).toContain('❌ Scan Gate: ');
});

test.concurrent('there are at most ten errors, as many as GitHub shows', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { 'fail-on': 'warning', reports: 'none' } });
  const titles = result.annotations.error.map(({ properties }) => properties['title'] ?? '');
  expect(titles).toHaveLength(10);
  expect(titles[8]).toBe(`${Number(result.outputs['blocking']) - 8} more blocking findings`);
});
