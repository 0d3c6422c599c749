import { describe, expect, test } from '@jest/globals';
import { gatePermissions, policyOnMain, startScene } from './scene.ts';

describe('language', () => {
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
    expect(log).toMatch(/findings block this pull request/);
    expect(log).toMatch(/\nStarted scan \S+ of http/);
    expect(plainLog).toContain('::group::Uploading the artifacts');
    expect(log).toMatch(/\nReport: https:.*\nComment: https:.*\nSummary: https:.*\nArtifact: https:/);
    expect(log).not.toMatch(/achados|bloque|Comentário/);
    const fetched = scene.sandbox.requests.filter(({ path }) => path.startsWith('/v1/api/scan/'));
    expect(
      new Set(fetched.map(({ query, headers }) => `${query['language']} ${headers['language']}`)),
    ).toEqual(new Set(['pt pt']));
    expect(scene.sandbox.requests.at(-1)?.body).toMatchObject({ language: 'pt' });
  });

  test('language: pt: wrong inputs and a wrong policy file are named in English', async () => {
    const policy = 'fail-on: severe\nignore:\n  - name: x\nfailon: high\n';
    const permissions = { ...gatePermissions, statuses: 'write' } as const;
    await using scene = await startScene({ github: { permissions, contents: policyOnMain(policy) } });
    const status = { language: 'pt', 'commit-status': 'Scan Gate' };
    const inputs = { ...status, timeout: '0', preferences: 'xss: maybe', 'api-key': 'Bearer abc' };
    const [wrong] = (await scene.run({ runId: 5, inputs })).annotations.error;
    expect(wrong?.split('\n')).toEqual([
      '3 inputs are wrong. Correct them under with: in the workflow:',
      expect.stringMatching(/^- api-key is .*, expected the key/),
      expect.stringMatching(/^- preferences is .*, expected /),
      expect.stringMatching(/^- timeout is 0, expected a duration/),
    ]);
    const file = await scene.run({ runId: 6, inputs: status });
    expect(file.annotations.error[0]?.split('\n')).toEqual([
      expect.stringMatching(/^The policy file .github\/scan-gate.yml is wrong\. Correct it/),
      expect.stringMatching(/^- line 1: fail-on is .*, expected critical, high/),
      expect.stringMatching(/^- line 3: ignore\[0\]\.reason is .*, expected/),
      expect.stringMatching(/^- line 4: failon is not known here/),
    ]);
    expect(file.outputs['reason']).toMatch(/^The policy file .*Correct it/);
    const { statuses } = scene.github.state;
    expect(statuses.map(({ state, description }) => [state, description])).toEqual([
      ['error', expect.stringMatching(/^3 inputs are wrong/)],
      ['pending', 'O scan ainda não terminou.'],
      ['error', expect.stringMatching(/^The policy file/)],
    ]);
  });
});
