/** Time from the end of the scan to the end of the run: gate, reports, artifact with PDF, comment, summary. */
import { startScene } from '../test/e2e/scene.ts';
import { atMost, figure, median, type Section, show } from './table.ts';

const runs = 5;

interface Finish {
  /** From the answer with the end of the scan to the end of the process. */
  readonly totalMs: number;
  readonly comments: number;
  readonly artifacts: number;
}

/** One run on new servers. The first one in a process also loads the PDF library. */
async function finish(): Promise<Finish> {
  await using scene = await startScene();
  const id = await scene.scanned(scene.weak.url);
  const result = await scene.run({ inputs: { 'scan-id': id } });
  const endedAt = Date.now();
  const lastFetch = scene.sandbox.requests.findLast(({ path }) => path.endsWith(`/scan/${id}`));
  if (lastFetch === undefined || result.outputs['verdict'] !== 'fail' || result.summary === '')
    throw new Error(`the run is incomplete:\n${result.stdout}`);
  return {
    totalMs: endedAt - lastFetch.atMs,
    comments: scene.comments().length,
    artifacts: scene.artifacts.artifacts.filter(({ files }) =>
      Object.keys(files).some((name) => name.endsWith('.pdf')),
    ).length,
  };
}

export async function measureFinish(): Promise<Section> {
  await finish();
  const finishes: Finish[] = [];
  for (let run = 0; run < runs; run += 1) finishes.push(await finish());
  const incomplete = finishes.filter(({ comments, artifacts }) => comments !== 1 || artifacts !== 1);
  if (incomplete.length > 0) throw new Error(`${incomplete.length} runs wrote no comment or no artifact`);
  const totals = finishes.map(({ totalMs }) => totalMs / 1000);
  return {
    title: 'End of scan to end of step',
    command: 'node bench/finish.ts',
    how: `From the answer with the end of the scan to the end of the process, with comment, summary, artifact and PDF, on loopback servers; ${runs} runs. The sandbox also renders the PDF in this time.`,
    rows: [
      atMost('median', median(totals), { limit: 1.5, unit: 's', digits: 2 }),
      figure('longest', `${Math.max(...totals).toFixed(2)} s`),
    ],
  };
}

if (import.meta.main) await show(measureFinish);
