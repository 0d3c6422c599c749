import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Problem, ProblemError } from '../../../src/core/problem.ts';
import { fetchPdfReports, pdfFileName } from '../../../src/publish/pdf-reports.ts';
import type { ReportRequest } from '../../../src/service/client.ts';
import { anyText } from '../../support/any-text.ts';
import { decidedRun } from '../recorded-run.ts';
import { partialClient } from '../scan/scripted-client.ts';

const problem: Problem = {
  kind: 'service',
  endpoint: 'report',
  fault: { kind: 'not-pdf' },
  attempts: 1,
};

async function fetchReports(given: Record<string, string>, failing = '') {
  const asked: { request: ReportRequest; path: string }[] = [];
  const client = partialClient({
    report: async (request, path) => {
      asked.push({ request, path });
      if (request.type === failing) throw new ProblemError(problem);
      return 5;
    },
  });
  const { publication } = await decidedRun({ inputs: given, result: { client } });
  return { asked, pdfs: await fetchPdfReports(publication), folder: publication.folder };
}

describe('fetchPdfReports', () => {
  test('requests each report with all settings, and no secret of the target', async () => {
    const { asked, pdfs, folder } = await fetchReports({
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
    expect(asked[0]?.path).toBe(join(folder ?? '', 'a.example-ACTION_REPORT-2026-11-21.pdf'));
  });

  test('fetches the others if one fails', async () => {
    const { pdfs } = await fetchReports(
      { reports: 'ACTION_REPORT, COMMERCIAL_RISK_REPORT' },
      'ACTION_REPORT',
    );
    expect(pdfs).toMatchObject([
      { type: 'ACTION_REPORT', problem },
      {
        type: 'COMMERCIAL_RISK_REPORT',
        fileName: 'preview.example.com-COMMERCIAL_RISK_REPORT-2026-11-21.pdf',
      },
    ]);
  });

  test('requests none if none is wanted', async () => {
    expect(await fetchReports({ reports: 'none' })).toMatchObject({ asked: [], pdfs: [] });
  });
});

describe('pdfFileName', () => {
  const date = Date.UTC(2026, 10, 20, 23, 59);

  test('names target, type and day', () => {
    expect(pdfFileName('https://shop.example.com:8080/a/b', 'ACTION_REPORT', date)).toBe(
      'shop.example.com-8080-a-b-ACTION_REPORT-2026-11-20.pdf',
    );
    expect(pdfFileName(null, 'ACTION_REPORT', date)).toBe('scan-ACTION_REPORT-2026-11-20.pdf');
  });

  test('is a plain file name, whatever the target', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), anyText(), fc.constantFrom('..', '../../x', 'https://', '/', 'a\\b', 'CON:')),
        (target) => {
          const name = pdfFileName(target, 'ACTION_REPORT', date);
          expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9.-]{0,79}-ACTION_REPORT-2026-11-20\.pdf$/);
          expect(basename(name)).toBe(name);
          expect(name).not.toContain('..');
        },
      ),
    );
  });
});
