import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

test('language: pt: comment, summary, annotations and report are in Portuguese, the log is in English', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { language: 'pt' } });
  const [comment = ''] = scene.comments();
  for (const text of [comment, result.summary]) {
    expect(text).toMatch(/Scan Gate: \d+ achados bloqueiam este pull request/);
    expect(text).toContain('O que bloqueia');
    expect(text).toContain('pode ser baixado por qualquer pessoa');
    expect(text).not.toMatch(/What blocks|Then push|How to fix/);
  }
  const reason = result.outputs['reason'] ?? '';
  expect(reason).toMatch(/achados têm severidade alta \(high\) ou superior/);
  expect(result.commands.find(({ name }) => name === 'error')?.properties['title']).toMatch(/^Crítica: /);
  // The reason is a text of the verdict if it fails the step as well.
  expect(result.annotations.error.at(-1)).toBe(reason);
  const plainLog = result.maskedLog.split('\n').filter((line) => !line.startsWith('::error'));
  const log = plainLog.join('\n');
  expect(log).toMatch(/\nStarted scan \S+ of http/);
  expect(log).toContain('\n::group::Uploading the artifacts\n');
  expect(log).not.toMatch(/achados|bloque|Comentário/);
  const fetched = scene.sandbox.requests.filter(({ path }) => path.startsWith('/v1/api/scan/'));
  expect(new Set(fetched.map(({ query, headers }) => `${query['language']} ${headers['language']}`))).toEqual(
    new Set(['pt pt']),
  );
  expect(scene.sandbox.requests.at(-1)?.body).toMatchObject({ language: 'pt' });
  // The log ends with what blocks, where to read on, and why the step fails.
  const parts = /^(?:::endgroup|::error(?: title)?|Scan Gate|Report|Comment|Artifact)(?=[:=])/;
  const order = result.lines.flatMap((line) => parts.exec(line)?.[0] ?? []);
  const links = ['Report', 'Comment', 'Artifact'];
  expect([...new Set(order)]).toEqual(['::endgroup', '::error title', 'Scan Gate', ...links, '::error']);
});
