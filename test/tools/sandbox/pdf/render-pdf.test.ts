import { afterAll, beforeAll, expect, test } from '@jest/globals';
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

test('an action report has what to do, most severe first, then counts and facts', async () => {
  const all = (await read(await generate({ language: 'en' }))).join(' ');
  expect(all).toMatch(
    /^Action report http:\S+ Severity CVSS Finding Where What to do Critical 9\.1 Environment/,
  );
  expect(all.indexOf('Git repository exposed')).toBeLessThan(all.indexOf('Cookie without Secure'));
  expect(all).toContain('Delete the file, keep backups outside the web root');
  expect(all).toMatch(/Cookie without Secure http:\S+ and 1 more /);
  const facts = `Date: \\d{4}-\\d\\d-\\d\\d Scan: ${weakScan} Checks performed: \\d+`;
  expect(all).toMatch(new RegExp(`Warning .* Findings: \\d+ \\(Critical 1, High 2, .*\\) ${facts}`));
});

test('it is in Portuguese unless asked otherwise', async () => {
  const all = (await read(await generate({}))).join(' ');
  expect(all).toMatch(/^Relatório de ação .* Gravidade CVSS Vulnerabilidade Onde O que fazer Crítica 9\.1/);
  expect(all).toContain('Não publique a pasta .git');
  expect(all).toMatch(/Página 1 de \d$/);
});

test('each page has a header and a number, and of many findings only the first are listed', async () => {
  const [scan] = sandbox.scans;
  const [finding] = scan?.findings ?? [];
  if (scan === undefined || finding === undefined) throw new Error(weakScan);
  const findings = Array.from({ length: 500 }, (_, index) => {
    const name = `${index} ${'long word '.repeat(200)}`;
    return { ...finding, url: `${finding.url}/${'x'.repeat(2000)}`, check: { ...finding.check, name } };
  });
  const wanted = { report_type: 'ACTION_REPORT', scan_id: weakScan, language: 'en' };
  const pages = await read(await renderPdf({ ...scan, findings }, reportRequestSchema.parse(wanted)));
  expect(pages.length).toBeLessThan(8);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Action report: ${scan.url}`);
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  }
  expect(pages.at(-1)).toContain('and 460 more kinds of findings');
});

test('a risk report says why a finding matters, and shows no query of the target', async () => {
  const target_url = 'https://shop.example/?token=hidden-value';
  const risk = await generate({ report_type: 'COMMERCIAL_RISK_REPORT', language: 'en', target_url });
  const all = (await read(risk)).join(' ');
  expect(all).toMatch(/^Risk report https:\/\/shop\.example\/ Severity CVSS Finding Where Why it matters/);
  expect(all).not.toContain('hidden-value');
  expect(all).toContain('The file /.env can be downloaded by anybody.');
});

test.each([
  [422, { report_type: 'OTHER' }],
  [422, { color_theme_hex: 'red' }],
  [422, { logo: 'no URL' }],
  [404, { scan_id: 'unknown' }],
])('a request for a report is answered with %d if it has %j', async (status, wrong) => {
  const wanted = { report_type: 'ACTION_REPORT', scan_id: weakScan, ...wrong };
  const reply = await ask(sandbox, '/v1/api/reports/generate', wanted);
  expect(reply).toMatchObject({ status, body: { detail: expect.any(String) } });
});
