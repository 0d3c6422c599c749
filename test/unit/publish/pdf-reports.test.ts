import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CancelledError, ProblemError } from '../../../src/core/problem.ts';
import { fetchPdfReports } from '../../../src/publish/pdf-reports.ts';
import type { PdfRequest } from '../../../src/service/client.ts';
import { type JudgedOptions, judgedRun } from '../recorded-run.ts';

const detail = 'not your plan';
const refused = new ProblemError({
  kind: 'service',
  operation: 'report',
  tries: 1,
  fault: { kind: 'status', status: 403, detail, retryAfterMs: null },
});

/** Fetches the reports of a run. The service refuses the one of the type `refuses`. */
async function fetchReports(options: JudgedOptions = {}, refuses = '') {
  const asked: { request: PdfRequest; path: string }[] = [];
  const savePdfReport = async (request: PdfRequest, path: string) => {
    asked.push({ request, path });
    if (request.report_type === refuses) throw refused;
  };
  const { publication, ports } = await judgedRun({ ...options, client: { savePdfReport } });
  const reports = await fetchPdfReports(publication, ports.runner.tempFolder);
  return { asked, reports, ports };
}

const both = 'ACTION_REPORT, COMMERCIAL_RISK_REPORT';

describe('fetchPdfReports', () => {
  test('asks for each report with all settings, whatever the verdict, and no secret of the target', async () => {
    const { asked, reports } = await fetchReports({
      scanned: { totalChecked: 0 },
      inputs: {
        url: 'https://u:word@a.example/?token=1234',
        reports: both,
        'report-language': 'pt',
        'report-logo': 'https://a.example/l.png',
        'report-color': '#112233',
      },
    });
    const fields = {
      scan_id: 'scan-1',
      target_url: 'https://a.example',
      language: 'pt',
      logo: 'https://a.example/l.png',
      color_theme_hex: '#112233',
    };
    expect(asked.map(({ request }) => request)).toEqual([
      { ...fields, report_type: 'ACTION_REPORT' },
      { ...fields, report_type: 'COMMERCIAL_RISK_REPORT' },
    ]);
    expect(reports).toEqual(asked.map(({ request: { report_type: type }, path }) => ({ type, path })));
  });

  test.each<[when: string, options: JudgedOptions]>([
    ['if none is wanted', { inputs: { reports: 'none' } }],
    ['without a scan', { scan: { scanId: null } }],
    ['of a scan that did not finish', { problem: { kind: 'incomplete', percentage: 40 } }],
    ['after a cancel', { ports: { cancelled: AbortSignal.abort(new CancelledError('SIGINT')) } }],
  ])('asks for none %s', async (_when, options) => {
    const { reports, asked, ports } = await fetchReports(options);
    expect([...reports, ...asked, ...ports.log.of('warning')]).toEqual([]);
  });

  test.each([
    ['full', true],
    ['counts', false],
  ])(
    'warns of one that fails, has the others, and with `disclosure: %s` quotes the service: %j',
    async (disclosure, isQuoted) => {
      const inputs = { reports: both, disclosure };
      const { reports, ports } = await fetchReports({ inputs }, 'ACTION_REPORT');
      expect(reports).toMatchObject([
        { type: 'ACTION_REPORT', why: expect.stringContaining('403') },
        { type: 'COMMERCIAL_RISK_REPORT', path: expect.any(String) },
      ]);
      expect(ports.log.of('warning')).toEqual([expect.stringMatching(/^ACTION_REPORT is missing.*403/)]);
      expect(ports.log.of('warning').join().includes(detail)).toBe(isQuoted);
    },
  );
});

test('the name of a PDF report holds key, attempt and type, so that it is unique in a run of the workflow', async () => {
  const { asked } = await fetchReports({ attempt: 2, inputs: { 'comment-key': 'shop' } });
  expect(basename(asked[0]?.path ?? '')).toBe('scan-gate-shop-2-ACTION_REPORT.pdf');
});
