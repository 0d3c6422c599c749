import { expect, test } from '@jest/globals';
import { withFiles } from '../../../src/publish/publication.ts';
import { failing } from '../../support/github/with-pull.ts';
import { judgedRun } from '../recorded-run.ts';

test('publicationOf removes secrets from what came from outside, and from nothing else', async () => {
  const secret = 's3cr3t-word';
  const severe = { name: `by ${secret}`, severity: 'high', description: `<b>${secret}</b> and critical` };
  const issues = [severe, { name: 'x', severity: 'critical' }];
  const { publication, ports } = await judgedRun({
    inputs: { url: `https://preview.example.com/?key=${secret}&level=critical` },
    scanned: { issues, issuesSummary: { high: 1, critical: 1 } },
  });
  const { fullModel, publishedModel, reason } = publication;
  expect(JSON.stringify([fullModel, publishedModel, reason])).not.toContain(secret);
  const findings = fullModel.judgement.findings.map(({ finding }) => finding);
  expect(findings).toMatchObject([
    { name: 'x', severity: 'critical' },
    { name: 'by ***', severity: 'high', description: '*** and ***' },
  ]);
  expect(reason).toContain('2 findings');
  expect(ports.runner.masked).not.toContain('critical');
});

test('withFiles gives both models the files, but the public one no file and no finding if they are withheld', async () => {
  const artifactUrl = 'https://github.com/a/b/actions/runs/1/artifacts/2';
  const files = { artifactUrl, hasSarif: true, pdfs: [], missing: [] };
  const open = withFiles((await judgedRun()).publication, files);
  expect([open.fullModel.files, open.publishedModel.files]).toEqual([files, files]);
  const counted = await judgedRun({ scanned: failing, inputs: { disclosure: 'counts' } });
  expect(counted.publication.publishedModel.judgement.findings).toEqual([]);
  expect(withFiles(counted.publication, files).publishedModel.files.artifactUrl).toBeNull();
});
