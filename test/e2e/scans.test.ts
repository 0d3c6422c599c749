import { expect, test } from '@jest/globals';
import { readNote } from '../../src/github/note.ts';
import { HEAD_SHA } from '../support/events.ts';
import { type Scene, startScene } from './scene.ts';

test('`scan-id` starts no scan, and its target is looked up, for outputs and reports', async () => {
  await using scene = await startScene();
  const secret = 'pr3view-t0ken';
  const scanId = await scene.scanned(`${scene.hardened.url}/?access=${secret}`);
  const { host } = new URL(scene.hardened.url);
  const run = async (runId: number, inputs: Readonly<Record<string, string>> = {}) =>
    scene.run({ runId, inputs: { 'scan-id': scanId, ...inputs } });

  const result = await run(1);
  expect(scene.sandbox.scans).toHaveLength(1);
  expect(result.outputs).toMatchObject({ verdict: 'pass', url: scene.hardened.url });
  expect(scene.comments()[0]).toContain(host);
  const [report] = scene.sandbox.requests.filter(({ path }) => path.includes('reports'));
  expect(report?.body).toMatchObject({ target_url: scene.hardened.url });
  for (const text of [result.maskedLog, scene.comments().join(), JSON.stringify(report?.body)])
    expect(text).not.toContain(secret);

  await run(2, { disclosure: 'counts' });
  expect(scene.comments()[0]).toContain('Scan Gate: passed');
  expect(scene.comments()[0]).not.toContain(host);

  scene.sandbox.faults = [{ endpoint: 'list', fault: { kind: 'status', code: 403 } }];
  const unknown = await run(3);
  expect(unknown.outputs).toMatchObject({ verdict: 'inconclusive', 'scan-id': scanId, url: '' });
});

const inputs = { reports: 'none', timeout: '5s' };
/** A scan that runs until it is told to go on. */
const stuck = { sandbox: { scanBehaviour: { stuckAt: 60 } } };

/** Runs an attempt of run 5. */
async function attempt(scene: Scene, runAttempt: number, options: object = {}) {
  const { outputs, lines } = await scene.run({ runId: 5, runAttempt, inputs, ...options });
  const [body = ''] = scene.comments();
  return {
    verdict: outputs['verdict'],
    scanId: outputs['scan-id'],
    log: lines.join('\n'),
    note: readNote(body),
  };
}

test.each(['full', 'counts'])(
  'a re-run takes up the scan that no attempt has judged: disclosure %s',
  async (disclosure) => {
    await using scene = await startScene(stuck);
    const options = { inputs: { ...inputs, disclosure } };
    const first = await attempt(scene, 1, options);
    const scan = { id: first.scanId, commit: HEAD_SHA, proof: expect.any(String) };
    expect(first).toMatchObject({ verdict: 'inconclusive', note: { run: 5, attempt: 1, scan } });

    const second = await attempt(scene, 2, options);
    expect(second).toMatchObject({
      verdict: 'inconclusive',
      scanId: first.scanId,
      note: { attempt: 2, scan },
    });
    expect(second.log).toContain(`Taking up scan ${first.scanId}`);
    expect(scene.sandbox.scans).toHaveLength(1);
  },
);

test('a re-run starts a new scan if somebody edited the note, and once the scan was judged', async () => {
  await using scene = await startScene(stuck);
  await attempt(scene, 1);
  scene.sandbox.scanBehaviour = {};
  const somebodys = await scene.scanned(scene.hardened.url);
  const [[id, comment] = []] = [...scene.github.state.comments];
  if (id === undefined || comment === undefined) throw new Error('there is no comment');
  const ours = readNote(comment.body)?.scan?.id ?? '';
  scene.github.state.comments.set(id, { ...comment, body: comment.body.replace(ours, somebodys) });

  const second = await attempt(scene, 2, { inputs: { reports: 'none' } });
  expect(second.verdict).toBe('fail');
  expect([ours, somebodys]).not.toContain(second.scanId);
  expect(second.note).not.toHaveProperty('scan');

  const third = await attempt(scene, 3, { inputs: { reports: 'none' } });
  expect(third.verdict).toBe('fail');
  expect(third.scanId).not.toBe(second.scanId);
});
