import { expect, test } from '@jest/globals';
import { type Cancelled, cancelIn, type Stage, stages, uploadingPdf } from './cancel-run.ts';
import { actionOutputs } from './run-files.ts';

function errorOf({ result }: Cancelled): string {
  return result.annotations.error.join('\n');
}

function expectCancelled(run: Cancelled, stage: Stage): void {
  const { result, comment, scanIds } = run;
  expect(result.outputs['verdict']).toBe('inconclusive');
  for (const text of [result.outputs['reason'], errorOf(run), result.summary, comment]) {
    expect(text).toContain('cancelled by the user or by a newer run');
    expect(text).toContain('scan-id');
  }
  const id = stage.known === 'scan' ? (scanIds[0] ?? 'none') : '';
  expect(result.outputs['scan-id']).toBe(id);
  for (const text of [result.summary, comment]) expect(text).toContain(id);
}

/** The verdict was decided before the signal. */
function expectDecided(run: Cancelled, stage: Stage): void {
  const { result, comment } = run;
  expect(result.outputs['verdict']).toBe('fail');
  expect(errorOf(run)).toContain('cancelled while it published; the verdict stands');
  expect(result.summary).toContain('❌ Scan Gate: ');
  if (stage.comment) expect(comment).toContain('❌ Scan Gate: ');
}

test.each(stages)('a cancel, $name: the run publishes everything that it can', async (stage) => {
  const run = await cancelIn(stage, { signals: ['SIGTERM'] });
  expect(run.result.exitCode).toBe(1);
  expect(Object.keys(run.result.outputs).sort()).toEqual(await actionOutputs());
  if (stage.known === 'verdict') expectDecided(run, stage);
  else expectCancelled(run, stage);
  expect(run.comment === '').toBe(!stage.comment);
  expect(run.scanIds.length).toBeLessThanOrEqual(1);
});

test('a cancel while the PDF report is uploaded: one warning says where all files are', async () => {
  const { result } = await cancelIn(uploadingPdf, { signals: ['SIGTERM'] });
  expect(result.annotations.warning).toEqual([
    expect.stringMatching(
      /not uploaded: cancelled by SIGTERM\. .* at the paths in the outputs: .*\.pdf.*Re-run the job to upload them\.$/,
    ),
  ]);
  expect(result.outputs).toMatchObject({ 'artifact-url': '', 'report-url': '' });
});
