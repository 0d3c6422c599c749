import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

test('a key that the service refuses is inconclusive, and is tried once', async () => {
  await using scene = await startScene();
  const apiKey = 'not-the-right-key-0123';
  const result = await scene.run({ inputs: { 'api-key': apiKey } });
  expect(result.exitCode).toBe(1);
  expect(result.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': '', total: '' });
  expect(result.outputs['reason']).toMatch(/401.*api-key/);
  expect(scene.sandbox.requests).toHaveLength(1);
  expect(scene.comments()[0]).toContain('Scan Gate: no verdict, so this check failed');
  expect(result.maskedLog + result.summary + scene.comments().join()).not.toContain(apiKey);
});
