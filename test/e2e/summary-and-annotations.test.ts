import { expect, test } from '@jest/globals';
import { policyAtBase, startScene } from './scene.ts';

test('summary: false only leaves out the summary', async () => {
  await using scene = await startScene({ github: { contents: policyAtBase('summary: false') } });
  const result = await scene.run({ inputs: { reports: 'none' } });
  expect(result.summary).toBe('');
  expect(result.annotations.error.length).toBeGreaterThan(1);
  expect(scene.comments()).toHaveLength(1);
});

test('annotations: false keeps the one error that fails the step', async () => {
  await using scene = await startScene({ github: { contents: policyAtBase('annotations: False') } });
  const result = await scene.run({ inputs: { reports: 'none' } });
  expect(result.annotations.error.map(({ message }) => message)).toEqual([result.outputs['reason']]);
  expect(result.summary).toContain('❌ Scan Gate: ');
});

test('there are at most ten errors, as many as GitHub shows', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { 'fail-on': 'warning', reports: 'none' } });
  const titles = result.annotations.error.map(({ properties }) => properties['title'] ?? '');
  expect(titles).toHaveLength(10);
  expect(titles[8]).toBe(`${Number(result.outputs['blocking']) - 8} more blocking findings`);
});

test('the log ends with what blocks, where to read on, and why the step fails', async () => {
  await using scene = await startScene();
  const { lines, outputs } = await scene.run();
  const artifact = `Artifact: ${outputs['artifact-url']}`;
  const summary = /^Summary: https:.*\/actions\/runs\/\d+\/attempts\/1$/;
  const order = [
    /^::group::Uploading the artifact$/,
    /^::endgroup::$/,
    /^::error title=/,
    /^Scan Gate.*block/,
    /^Blocking findings \(\d+\)$/,
    /^ *1 {2}\u001b\[1;31mCritical\u001b\[0m .* \/\S+/,
    `Comment: ${outputs['comment-url']}`,
    summary,
    artifact,
    `::error::${outputs['reason']}`,
  ].map((wanted) =>
    lines.findIndex((line) => (typeof wanted === 'string' ? line === wanted : wanted.test(line))),
  );
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(lines.filter((line) => !line.startsWith('::')).join('\n')).not.toContain('`');
});
