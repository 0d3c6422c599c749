import { expect, test } from '@jest/globals';
import { pullRequest } from '../support/events.ts';
import { policyAtBase, startScene } from './scene.ts';

test('language: pt: comment, summary, annotations and report are in Portuguese, the log is in English', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { language: 'pt' } });
  const [comment = ''] = scene.comments();
  for (const text of [comment, result.summary]) {
    expect(text).toMatch(/Scan Gate: \d+ achados bloqueiam este pull request/);
    expect(text).toContain('Achado bloqueante');
    expect(text).toContain('pode ser baixado por qualquer pessoa');
    expect(text).not.toMatch(/Blocking finding|What to do|How to fix/);
  }
  const reason = result.outputs['reason'] ?? '';
  expect(reason).toMatch(/achados têm severidade alta \(high\) ou superior/);
  expect(result.annotations.error[0]?.properties['title']).toMatch(/^Crítica: /);
  // The reason is a text of the verdict where it fails the step as well.
  expect(result.annotations.error.at(-1)?.message).toBe(reason);
  const plainLog = result.maskedLog.split('\n').filter((line) => !line.startsWith('::error'));
  const log = plainLog.join('\n');
  expect(log).toMatch(/findings block this pull request/);
  expect(log).toMatch(/\nStarted scan \S+ of http/);
  expect(plainLog).toContain('::group::Uploading the artifact');
  expect(log).toMatch(/\nComment: https:.*\nSummary: https:.*\nArtifact: https:/);
  expect(log).not.toMatch(/achados|bloque|Comentário/);
  const fetched = scene.sandbox.requests.filter(({ path }) => path.startsWith('/v1/api/scan/'));
  expect(new Set(fetched.map(({ query, headers }) => `${query['language']} ${headers['language']}`))).toEqual(
    new Set(['pt pt']),
  );
  expect(scene.sandbox.requests.at(-1)?.body).toMatchObject({ language: 'pt' });
});

test('language: pt: reasons are in Portuguese too', async () => {
  await using scene = await startScene({ sandbox: { scanBehaviour: { neverLeavesQueue: true } } });
  const result = await scene.run({ inputs: { language: 'pt', timeout: '1s' } });
  expect(result.outputs).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('fila') });
  expect(scene.comments()[0]).toContain('Scan Gate: sem veredito, por isso este check falhou');
  expect(result.maskedLog).toContain("Waiting in the service's queue");
});

test('language: pt: wrong inputs and a wrong policy file are named in English', async () => {
  const policy = 'fail-on: severe\nignore:\n  - name: x\nfailon: high\n';
  const permissions = { contents: 'read', statuses: 'write', pull_requests: 'write' } as const;
  await using scene = await startScene({ github: { permissions, contents: policyAtBase(policy) } });
  const status = { language: 'pt', 'commit-status': 'Scan Gate' };
  const inputs = { ...status, timeout: '0', preferences: 'xss: maybe', 'api-key': 'Bearer abc' };
  const [wrong] = (await scene.run({ runId: 5, inputs })).annotations.error;
  expect(wrong?.message.split('\n')).toEqual([
    '3 inputs are wrong. Correct them under with: in the workflow:',
    '- api-key contains a space, line break or non-ASCII character. Store only the key, without Bearer or quotes.',
    "- preferences is xss: maybe, expected a mapping of the service's preferences (xss: expected true or false)",
    '- timeout is 0, expected a duration above zero, such as 90s or 10m',
  ]);
  const file = await scene.run({ runId: 6, inputs: status });
  expect(file.annotations.error[0]?.message.split('\n')).toEqual([
    'The policy file .github/scan-gate.yml is wrong. Correct it where it is read, on the default branch:',
    '- line 1: fail-on is wrong, expected critical, high, medium, low, warning or never',
    '- line 3: ignore[0].reason is wrong, expected text, it is missing',
    expect.stringMatching(/^- line 4: failon is not known here, allowed are .* or target$/),
  ]);
  expect(file.outputs['reason']).toMatch(/^The policy file .*Correct it/);
  const { statuses } = scene.github.state;
  expect(statuses.map(({ state, description }) => [state, description])).toEqual([
    ['error', expect.stringMatching(/^3 inputs are wrong/)],
    ['pending', 'O scan ainda não tem veredito.'],
    ['error', expect.stringMatching(/^The policy file/)],
  ]);
});

test('language: pt: a dry run names a wrong policy file in English, and the rest of its summary is in Portuguese', async () => {
  await using scene = await startScene({ github: { contents: policyAtBase('fail-on: severe\n') } });
  const { summary, outputs, maskedLog } = await scene.run({ inputs: { language: 'pt', 'dry-run': 'true' } });
  expect(summary).toContain('Execução de teste');
  expect(summary).toContain('line 1: `fail-on` is wrong');
  expect(outputs['reason']).toMatch(/^Execução de teste: 1 verificação falhou/);
  expect(maskedLog).toMatch(/\n❌ Policy file: wrong\. /);
  expect(maskedLog).toMatch(/\n✅ API key: fine\. /);
});

test('language: pt: notices and warnings are in English, except for the reason', async () => {
  await using scene = await startScene();
  const { annotations } = await scene.run({
    event: pullRequest({ private: false }),
    inputs: { language: 'pt', preferences: 'xs: true', 'on-fail': 'warn' },
  });
  const messages = [...annotations.notice, ...annotations.warning].map(({ message }) => message);
  expect(messages).toContainEqual(
    expect.stringMatching(/^This repository is public, .* the annotations.* and the artifact\./),
  );
  expect(messages).toContainEqual(
    expect.stringMatching(/^preferences: the service's interface names no xs\./),
  );
  expect(messages).toContainEqual(
    expect.stringMatching(/achados.*O step não falha por isso, porque on-fail é warn\.$/),
  );
});

test('a wrong language is an error in English', async () => {
  await using scene = await startScene();
  const { annotations } = await scene.run({ inputs: { language: 'pt-BR' } });
  expect(annotations.error[0]?.message).toContain('language is pt-BR, expected en or pt');
});

test('language: en is the default', async () => {
  await using scene = await startScene();
  const result = await scene.run();
  expect(result.summary).toContain('Blocking finding');
  expect(result.summary).not.toContain('Achados');
  expect(scene.sandbox.requests.at(-1)?.body).toMatchObject({ language: 'en' });
});
