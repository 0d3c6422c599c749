import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { reportRequestSchema } from '../../../../sandbox/api/schema.ts';
import { renderPdf } from '../../../../sandbox/pdf/render-pdf.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/server.ts';
import { startWeakSite } from '../../../../sandbox/sites/weak.ts';
import { ask, scanned } from '../service.ts';

let sandbox: Sandbox;
let weakScan: string;

beforeAll(async () => {
  sandbox = await startSandbox({ scanMs: 0 });
  await using weak = await startWeakSite();
  weakScan = await scanned(sandbox, weak.url);
});
afterAll(() => sandbox.close());

async function generate(fields: object): Promise<Buffer> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' };
  const text = JSON.stringify({ report_type: 'ACTION_REPORT', scan_id: weakScan, ...fields });
  const response = await fetch(`${sandbox.url}/v1/api/reports/generate`, {
    method: 'POST',
    headers,
    body: text,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await response.arrayBuffer());
}

async function read(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((page) => page.replace(/\s+/g, ' '));
}

describe('ACTION_REPORT', () => {
  test('is a table of findings, most severe first, with what to do', async () => {
    const pages = await read(await generate({ language: 'en' }));
    expect(pages.length).toBeLessThanOrEqual(4);
    const all = pages.join(' ');
    expect(all).toMatch(new RegExp(`^Action plan http://\\S+ Date: \\d{4}-\\d\\d-\\d\\d Scan: ${weakScan} `));
    expect(all).toMatch(
      /Checks performed: \d+ Findings: \d+ \(Critical \d+, High 3, Medium \d+, Low \d+, Warning \d+\)/,
    );
    expect(all).toContain('Severity CVSS Finding Where What to do Critical 9.1 Environment file exposed');
    expect(all.indexOf('Git repository exposed')).toBeLessThan(all.indexOf('Cookie without Secure'));
    expect(all).toContain('Delete the file, keep backups outside the web root');
    expect(all).toMatch(/Cookie without Secure http:\S+ and \d+ more /);
  });

  test('is in Portuguese unless asked otherwise', async () => {
    const all = (await read(await generate({}))).join(' ');
    expect(all).toContain('Plano de ação');
    expect(all).toContain('Gravidade CVSS Vulnerabilidade Onde O que fazer Crítica 9.1');
    expect(all).toContain('Não publique a pasta .git');
  });

  test('has at most four pages, whatever was found', async () => {
    const scan = sandbox.scans.find(({ id }) => id === weakScan);
    const finding = scan?.findings[0];
    if (scan === undefined || finding === undefined) throw new Error(weakScan);
    const findings = Array.from({ length: 500 }, (_, index) => {
      const name = `${index} ${'long word '.repeat(200)}`;
      const check = { ...finding.check, name, description: name, remediation: name };
      return { ...finding, url: `${finding.url}/${'x'.repeat(2000)}`, check };
    });
    const request = reportRequestSchema.parse({
      report_type: 'ACTION_REPORT',
      scan_id: weakScan,
      language: 'en',
    });
    const pages = await read(await renderPdf({ ...scan, findings }, request, 0));
    expect(pages).toHaveLength(4);
    expect(pages.at(-1)).toContain('and 460 more kinds of findings');
  });
});

test('COMMERCIAL_RISK_REPORT says why a finding matters, and shows no query of the target', async () => {
  const target_url = 'https://shop.example/?token=hidden-value';
  const risk = await generate({ report_type: 'COMMERCIAL_RISK_REPORT', language: 'en', target_url });
  const all = (await read(risk)).join(' ');
  expect(all).toMatch(/^Risk report https:\/\/shop\.example\/ Date/);
  expect(all).not.toContain('hidden-value');
  expect(all).toContain('Severity CVSS Finding Where Why it matters Critical 9.1 Environment file exposed');
  expect(all).toContain('The file /.env can be downloaded by anybody.');
});

describe('a report', () => {
  test.each([
    [422, { report_type: 'OTHER' }],
    [422, { color_theme_hex: 'red' }],
    [400, { scan_id: 'unknown' }],
  ])('answers %d to %j', async (status, wrong) => {
    const reply = await ask(sandbox, '/v1/api/reports/generate', {
      report_type: 'ACTION_REPORT',
      scan_id: weakScan,
      ...wrong,
    });
    expect(reply).toMatchObject({ status, body: { detail: expect.any(String) } });
  });
});
