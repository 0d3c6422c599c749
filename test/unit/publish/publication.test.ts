import { describe, expect, test } from '@jest/globals';
import { withFiles } from '../../../src/publish/publication.ts';
import { failing } from '../../support/github/with-pull.ts';
import { judgedRun } from '../recorded-run.ts';

const secret = 's3cr3t-word';

describe('publicationOf', () => {
  test('removes secrets from what came from outside, and from nothing else', async () => {
    const severe = { name: `by ${secret}`, severity: 'high', description: `<b>${secret}</b> and critical` };
    const { publication, ports } = await judgedRun({
      inputs: { url: `https://preview.example.com/?key=${secret}&level=critical` },
      scanned: {
        issues: [severe, { name: 'x', severity: 'critical' }],
        issuesSummary: { high: 1, critical: 1 },
      },
    });
    const { fullModel, publicModel, verdictLine } = publication;
    expect(JSON.stringify([fullModel, publicModel, verdictLine])).not.toContain(secret);
    const findings = fullModel.judgement.findings.map(({ finding }) => finding);
    expect(findings).toMatchObject([
      { name: 'x', severity: 'critical' },
      { name: 'by ***', severity: 'high', description: '*** and ***' },
    ]);
    expect(verdictLine).toContain('2 findings');
    expect(ports.runner.masked).not.toContain('critical');
  });

  test('makes a model for anybody: with `counts` it names no finding and no target', async () => {
    const open = await judgedRun({ scanned: failing });
    expect(JSON.stringify(open.publication.publicModel)).toContain('SQL injection');
    const counted = await judgedRun({ scanned: failing, inputs: { disclosure: 'counts' } });
    const { settings: _settings, ...shown } = counted.publication.publicModel;
    expect(JSON.stringify(shown)).not.toMatch(/SQL injection|preview\.example\.com/);
    expect(shown.judgement).toMatchObject({ blockingCount: 1, verdict: 'fail' });
    expect(JSON.stringify(counted.publication.fullModel)).toContain('SQL injection');
  });
});

test('withFiles gives both models the files, unless findings are withheld', async () => {
  const files = { artifactUrl: 'https://github.com/a/b/actions/runs/1/artifacts/2', pdfs: [], missing: [] };
  const open = withFiles((await judgedRun()).publication, files);
  expect([open.fullModel.files, open.publicModel.files]).toEqual([files, files]);
  const counted = await judgedRun({ inputs: { disclosure: 'counts' } });
  expect(withFiles(counted.publication, files).publicModel.files.artifactUrl).toBeNull();
});
