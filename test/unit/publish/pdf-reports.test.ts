import { basename, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Problem, ProblemError } from '../../../src/core/problem.ts';
import { shortDigest } from '../../../src/core/text.ts';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import { fetchPdfReports } from '../../../src/publish/pdf-reports.ts';
import type { PdfRequest } from '../../../src/service/client.ts';
import { anyText } from '../../support/any-text.ts';
import { acceptedOf } from '../../support/expected-of.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { decidedRun } from '../recorded-run.ts';
import { partialClient } from '../scan/scripted-client.ts';

const problem: Problem = {
  kind: 'service',
  operation: 'report',
  fault: { kind: 'not-pdf' },
  tries: 1,
};

const critical = { issues: [{ name: 'x', severity: 'critical' }], issuesSummary: { critical: 1 } };

async function fetchReports(given: Record<string, string>, failing = '', scanned = {}) {
  const asked: { request: PdfRequest; path: string }[] = [];
  const client = partialClient({
    pdfReport: async (request, path) => {
      asked.push({ request, path });
      if (request.type === failing) throw new ProblemError(problem);
    },
  });
  const { publication, decided } = await decidedRun({ inputs: given, scanned, run: { client } });
  const pdfs = await fetchPdfReports(publication);
  return { asked, pdfs, folder: publication.folder, key: decided.setup.commentKey };
}

describe('fetchPdfReports', () => {
  test('requests each report with all settings, and no secret of the target', async () => {
    const { asked, pdfs, folder, key } = await fetchReports({
      url: 'https://u:word@a.example/?token=1234',
      reports: 'ACTION_REPORT, COMMERCIAL_RISK_REPORT',
      'report-language': 'pt',
      'report-logo': 'https://a.example/l.png',
      'report-color': '#112233',
    });
    const fields = {
      scanId: 'scan-1',
      targetUrl: 'https://a.example',
      language: 'pt',
      logo: 'https://a.example/l.png',
      color: '#112233',
    };
    expect(asked.map(({ request }) => request)).toEqual([
      { ...fields, type: 'ACTION_REPORT' },
      { ...fields, type: 'COMMERCIAL_RISK_REPORT' },
    ]);
    expect(pdfs.map((pdf) => 'path' in pdf && pdf.path)).toEqual(asked.map(({ path }) => path));
    expect(asked[0]?.path).toBe(
      join(folder ?? '', `a.example-ACTION_REPORT-2026-11-21-${shortDigest(key, 8)}.pdf`),
    );
  });

  test('fetches the others if one fails', async () => {
    const { pdfs } = await fetchReports(
      { reports: 'ACTION_REPORT, COMMERCIAL_RISK_REPORT' },
      'ACTION_REPORT',
    );
    expect(pdfs).toMatchObject([
      { type: 'ACTION_REPORT', why: expect.stringMatching(/PDF/) },
      {
        type: 'COMMERCIAL_RISK_REPORT',
      },
    ]);
  });

  test('requests none if none is wanted, and with `on-failure` none unless the verdict is `fail`', async () => {
    const askedFor = async (reports: string, scanned = {}) =>
      (await fetchReports({ reports }, '', scanned)).asked.map(({ request }) => request.type);
    expect(await askedFor('none', critical)).toEqual([]);
    for (const scanned of [{}, { totalChecked: 0 }])
      expect(await askedFor('on-failure', scanned)).toEqual([]);
    expect(await askedFor('on-failure', critical)).toEqual(['ACTION_REPORT']);
    const other = 'COMMERCIAL_RISK_REPORT';
    expect(await askedFor(`on-failure, ${other}`, critical)).toEqual([other]);
    expect(await askedFor('ACTION_REPORT')).toEqual(['ACTION_REPORT']);
  });
});

describe('the name of a PDF report', () => {
  const date = Date.UTC(2026, 10, 20, 23, 59);
  const digest = shortDigest('CI / scan', 8);
  const preview = acceptedOf(parseTarget('https://a.example'));

  /** Fetches a report of a run like this. */
  async function namer() {
    const client = partialClient({ pdfReport: async () => {} });
    const { publication, decided } = await decidedRun({ run: { client }, clock: createFakeClock(date) });
    return async (shownAddress: string | null, key = 'CI / scan', attempt = 1) => {
      const target = shownAddress === null ? null : { ...preview, shownAddress };
      const setup = { ...decided.setup, commentKey: key, context: { ...decided.setup.context, attempt } };
      const [pdf] = await fetchPdfReports({ ...publication, decided: { ...decided, target, setup } });
      return pdf !== undefined && 'path' in pdf ? relative(publication.folder ?? '', pdf.path) : '';
    };
  }

  test('has target, type and day, and differs between comment keys and attempts', async () => {
    const nameOf = await namer();
    expect(await nameOf('https://shop.example.com:8080/a/b')).toBe(
      `shop.example.com-8080-a-b-ACTION_REPORT-2026-11-20-${digest}.pdf`,
    );
    expect(await nameOf(null)).toBe(`scan-ACTION_REPORT-2026-11-20-${digest}.pdf`);
    expect(await nameOf(null, 'CI / scan', 2)).toBe(`scan-ACTION_REPORT-2026-11-20-${digest}-2.pdf`);
    expect(await nameOf(null, 'CI / other')).not.toContain(digest);
  });

  test('is a plain file name, whatever the target', async () => {
    const nameOf = await namer();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), anyText(), fc.constantFrom('..', '../../x', 'https://', '/', 'a\\b', 'CON:')),
        async (target) => {
          const name = await nameOf(target);
          expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9.-]{0,79}-ACTION_REPORT-2026-11-20-[0-9a-f]{8}\.pdf$/);
          expect(basename(name)).toBe(name);
          expect(name).not.toContain('..');
        },
      ),
    );
  });
});
