import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

describe('weak and hardened site', () => {
  test('the weak site fails the step, with its findings in every report', async () => {
    await using scene = await startScene();
    const result = await scene.run();
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({
      verdict: 'fail',
      url: scene.weak.url,
      'highest-severity': 'critical',
      'comment-url': expect.stringMatching(/^https:.*\/pull\/7#issuecomment-\d+$/),
    });
    const name = 'Environment file exposed';
    const [comment] = scene.comments();
    expect(comment).toContain('❌ Scan Gate: ');
    for (const text of [comment, result.summary, result.maskedLog]) expect(text).toContain(name);
    const titles = result.commands.map(({ properties }) => properties['title']);
    expect(titles).toContain(`Critical: ${name}`);
    const document = JSON.parse(await readFile(result.outputs['result-path'] ?? '', 'utf8'));
    expect(document).toMatchObject({
      version: 1,
      verdict: 'fail',
      blocking: Number(result.outputs['blocking']),
    });
    expect(document.findings.map((finding: { name: string }) => finding.name)).toContain(name);
  });

  test('the hardened site passes, and nothing says failure', async () => {
    await using scene = await startScene();
    const result = await scene.run({ inputs: { url: scene.hardened.url } });
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'pass', blocking: '0', critical: '0', high: '0' });
    expect(result.annotations).toMatchObject({ error: [], warning: [] });
    expect(scene.comments()).toHaveLength(1);
    expect(scene.comments()[0]).toContain('Scan Gate: passed');
    expect(result.summary).toContain('Scan Gate: passed');
    expect(scene.sandbox.scans).toHaveLength(1);
  });
});
