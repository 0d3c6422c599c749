import { expect, test } from '@jest/globals';
import { readNote } from '../../src/github/note.ts';
import { HEAD_SHA } from '../support/events.ts';
import { startScene } from './scene.ts';

test('`scan-id` starts no scan, and its target is looked up, for outputs and reports', async () => {
  await using scene = await startScene();
  const secret = 'pr3view-t0ken';
  const scanId = await scene.scanned(`${scene.hardened.url}/?access=${secret}`);
  const { host } = new URL(scene.hardened.url);
  const run = (runId: number) => scene.run({ runId, inputs: { 'scan-id': scanId } });

  const result = await run(1);
  expect(scene.sandbox.scans).toHaveLength(1);
  expect(result.outputs).toMatchObject({ verdict: 'pass', url: scene.hardened.url });
  expect(scene.comments()[0]).toContain(host);
  const [report] = scene.sandbox.requests.filter(({ path }) => path.includes('reports'));
  expect(report?.body).toMatchObject({ target_url: scene.hardened.url });
  for (const text of [result.maskedLog, scene.comments().join(), JSON.stringify(report?.body)])
    expect(text).not.toContain(secret);

  scene.sandbox.faults = [{ endpoint: 'list', fault: { kind: 'status', code: 403 } }];
  const unknown = await run(2);
  expect(unknown.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': scanId, url: '' });
});

test.each(['full', 'counts'])(
  'a re-run takes up the scan that no attempt has judged: disclosure %s',
  async (disclosure) => {
    await using scene = await startScene({ sandbox: { scanBehaviour: { stuckAt: 60 } } });
    const inputs = { reports: 'none', timeout: '5s', disclosure };
    const first = await scene.run({ runId: 5, inputs });
    const id = first.outputs['scan-id'];
    const scan = { id, commit: HEAD_SHA, proof: expect.any(String) };
    expect(scene.comments().map(readNote)).toMatchObject([{ runId: 5, attempt: 1, scan }]);

    const second = await scene.run({ runId: 5, runAttempt: 2, inputs });
    expect(second.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': id });
    expect(second.maskedLog).toContain(`Taking up scan ${id}`);
    expect(scene.comments().map(readNote)).toMatchObject([{ attempt: 2, scan }]);
    expect(scene.sandbox.scans).toHaveLength(1);
  },
);
