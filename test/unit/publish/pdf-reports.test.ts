import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CancelledError, ProblemError } from '../../../src/core/problem.ts';
import { fetchPdfReports } from '../../../src/publish/pdf-reports.ts';
import type { PdfRequest } from '../../../src/service/client.ts';
import { anyText } from '../../support/any-text.ts';
import { failing } from '../../support/github/with-pull.ts';
import { type JudgedOptions, judgedRun } from '../recorded-run.ts';

const detail = 'not your plan';
const refused = new ProblemError({
  kind: 'service',
  operation: 'report',
  tries: 1,
  fault: { kind: 'status', status: 403, detail, retryAfterMs: null },
});

/** Fetches the reports of a run. The service refuses the one of the type `refuses`. */
async function fetchReports({
  refuses = '',
  ...options
}: JudgedOptions & { readonly refuses?: string } = {}) {
  const asked: { request: PdfRequest; path: string }[] = [];
  const pdfReport = async (request: PdfRequest, path: string) => {
    asked.push({ request, path });
    if (request.type === refuses) throw refused;
  };
  const { publication, ports } = await judgedRun({ ...options, client: { pdfReport } });
  const reports = await fetchPdfReports(publication, ports.runner.tempFolder);
  return { asked, reports, ports };
}

const both = 'ACTION_REPORT, COMMERCIAL_RISK_REPORT';

describe('fetchPdfReports', () => {
  test('asks for each report with all settings, and no secret of the target', async () => {
    const { asked, reports } = await fetchReports({
      inputs: {
        url: 'https://u:word@a.example/?token=1234',
        reports: both,
        'report-language': 'pt',
        'report-logo': 'https://a.example/l.png',
        'report-color': '#112233',
      },
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
    expect(reports).toEqual(asked.map(({ request: { type }, path }) => ({ type, path })));
  });

  test.each<[reports: string, scanned: Record<string, unknown>, types: readonly string[]]>([
    ['none', failing, []],
    ['ACTION_REPORT', {}, ['ACTION_REPORT']],
    ['COMMERCIAL_RISK_REPORT', failing, ['COMMERCIAL_RISK_REPORT']],
    ['ACTION_REPORT', { totalChecked: 0 }, ['ACTION_REPORT']],
  ])('with `reports: %s` for %j asks for %j', async (reports, scanned, types) => {
    const { asked } = await fetchReports({ inputs: { reports }, scanned });
    expect(asked.map(({ request: { type } }) => type)).toEqual(types);
  });

  test.each<[when: string, options: JudgedOptions]>([
    ['without a scan', { scan: { scanId: null } }],
    ['of a scan that did not finish', { problem: { kind: 'ended-early', percentage: 40 } }],
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
      const { reports, ports } = await fetchReports({
        inputs: { reports: both, disclosure },
        refuses: 'ACTION_REPORT',
      });
      expect(reports).toMatchObject([
        { type: 'ACTION_REPORT', why: expect.stringContaining('403') },
        { type: 'COMMERCIAL_RISK_REPORT', path: expect.any(String) },
      ]);
      expect(ports.log.of('warning')).toEqual([expect.stringMatching(/^ACTION_REPORT is missing.*403/)]);
      expect(ports.log.of('warning').join().includes(detail)).toBe(isQuoted);
    },
  );
});

describe('the name of a PDF report', () => {
  const nameOf = async (options: JudgedOptions) =>
    basename((await fetchReports(options)).asked[0]?.path ?? '');

  test('holds key, attempt and type, so that it is unique in a run of the workflow', async () => {
    expect(await nameOf({ attempt: 2 })).toBe('scan-gate-CI-scan-2-ACTION_REPORT.pdf');
    expect(await nameOf({ inputs: { 'comment-key': 'shop' } })).toBe('scan-gate-shop-1-ACTION_REPORT.pdf');
  });

  test('law: is a plain file name, whatever the key', async () => {
    const keys = fc.oneof(fc.string(), anyText(), fc.constantFrom('..', '../../x', '/', 'a\\b', 'CON:'));
    await fc.assert(
      fc.asyncProperty(keys, async (commentKey) => {
        expect(await nameOf({ setup: { commentKey } })).toMatch(
          /^scan-gate-[A-Za-z0-9._-]{0,110}-1-ACTION_REPORT\.pdf$/,
        );
      }),
      { numRuns: 50 },
    );
  });
});
