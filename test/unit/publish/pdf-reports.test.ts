import { describe, expect, test } from '@jest/globals';
import { CancelledError, ProblemError } from '../../../src/core/problem.ts';
import { fetchPdfReports } from '../../../src/publish/pdf-reports.ts';
import type { PdfRequest } from '../../../src/service/client.ts';
import { type JudgedOptions, judgedRun } from '../recorded-run.ts';

const pdf = Buffer.from('%PDF-1.7');
const detail = 'not your plan';
const refused = new ProblemError({
  kind: 'service',
  operation: 'report',
  tries: 1,
  fault: { kind: 'status', status: 403, detail, retryAfterMs: null },
});

/** Fetches the reports of a run. The service refuses the one of the type `refuses`. */
async function fetchReports(options: JudgedOptions = {}, refuses = '') {
  const asked: PdfRequest[] = [];
  const fetchPdfReport = async (request: PdfRequest) => {
    asked.push(request);
    if (request.report_type === refuses) throw refused;
    return pdf;
  };
  const { publication, ports } = await judgedRun({ ...options, service: { fetchPdfReport } });
  const reports = await Promise.all(fetchPdfReports(publication));
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
    expect(asked).toEqual([
      { ...fields, report_type: 'ACTION_REPORT' },
      { ...fields, report_type: 'COMMERCIAL_RISK_REPORT' },
    ]);
    expect(reports).toEqual(asked.map(({ report_type: type }) => ({ type, bytes: pdf })));
  });

  test.each<[when: string, options: JudgedOptions]>([
    ['if none is wanted', { inputs: { reports: 'none' } }],
    ['without a scan', { scan: { scanId: null } }],
    ['of a scan that did not finish', { problem: { kind: 'incomplete', percentage: 40 } }],
    ['after a cancel', { ports: { cancelSignal: AbortSignal.abort(new CancelledError('SIGINT')) } }],
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
        { type: 'COMMERCIAL_RISK_REPORT', bytes: pdf },
      ]);
      expect(ports.log.of('warning')).toEqual([expect.stringMatching(/^ACTION_REPORT is missing.*403/)]);
      expect(ports.log.of('warning').join().includes(detail)).toBe(isQuoted);
    },
  );
});
