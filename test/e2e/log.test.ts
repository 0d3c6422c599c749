import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

test('the log ends with what blocks, where to read on, and why the step fails', async () => {
  await using scene = await startScene();
  const { lines, outputs } = await scene.run();
  const artifact = `Artifact: ${outputs['artifact-url']}`;
  const order = [
    /^::group::Uploading the artifacts$/,
    /^::endgroup::$/,
    /^::error title=/,
    /^Scan Gate.*block/,
    /^Blocking findings \(\d+\)$/,
    /^ {2}Critical .* \/\S+/,
    `Report: ${outputs['report-url']}`,
    `Comment: ${outputs['comment-url']}`,
    artifact,
    `::error::${outputs['reason']}`,
  ].map((wanted) =>
    lines.findIndex((line) => (typeof wanted === 'string' ? line === wanted : wanted.test(line))),
  );
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(lines.filter((line) => !line.startsWith('::')).join('\n')).not.toContain('`');
});
