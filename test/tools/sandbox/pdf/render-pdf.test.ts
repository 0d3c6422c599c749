import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { reportRequestSchema } from '../../../../sandbox/api/schema.ts';
import { renderPdf } from '../../../../sandbox/pdf/render-pdf.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/server.ts';
import { startHardenedSite } from '../../../../sandbox/sites/hardened.ts';
import { startWeakSite } from '../../../../sandbox/sites/weak.ts';
import { plain, serve } from '../probe-site.ts';
import { ask, scanned, start } from '../service.ts';

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let sandbox: Sandbox;
let weakScan: string;
let hardenedScan: string;

beforeAll(async () => {
  sandbox = await startSandbox({ scanMs: 0 });
  await using weak = await startWeakSite();
  await using hardened = await startHardenedSite();
  weakScan = await scanned(sandbox, weak.url);
  hardenedScan = await scanned(sandbox, hardened.url);
});
afterAll(() => sandbox.close());

async function generate(body: Record<string, unknown>): Promise<Buffer> {
  const response = await fetch(`${sandbox.url}/v1/api/reports/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await response.arrayBuffer());
}

async function read(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((page) => page.replace(/\s+/g, ' '));
}

/** The drawing instructions of all pages. */
function contents(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/\/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs);
  return [...streams]
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .join('\n');
}

describe('ACTION_REPORT', () => {
  test('is a plan of steps, most severe first, on numbered pages', async () => {
    const pages = await read(
      await generate({ report_type: 'ACTION_REPORT', scan_id: weakScan, language: 'en' }),
    );
    expect(pages[0]).toContain('Action plan');
    expect(pages[0]).toContain(weakScan);
    expect(pages.length).toBeGreaterThan(3);
    expect(pages[1]).toContain(`Page 2 of ${pages.length}`);
    expect(pages[1]).toContain('Step 1: Environment file exposed');
    expect(pages[1]).toContain('CVSS 9.1 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N');
    const all = pages.join(' ');
    expect(all.indexOf('Git repository exposed')).toBeLessThan(all.indexOf('Cookie without Secure'));
    expect(all).toContain('Delete the file, keep backups outside the web root');
  });

  test('is in Portuguese unless asked otherwise', async () => {
    const all = (await read(await generate({ report_type: 'ACTION_REPORT', scan_id: weakScan }))).join(' ');
    expect(all).toContain('Plano de ação');
    expect(all).toContain('Página 2 de');
    expect(all).toContain('A pasta .git está acessível');
  });
});

describe('COMMERCIAL_RISK_REPORT', () => {
  test('sums up and shows what is urgent', async () => {
    const body = { report_type: 'COMMERCIAL_RISK_REPORT', scan_id: weakScan, language: 'en' };
    const pages = await read(
      await generate({ ...body, target_url: 'https://shop.example/?token=hidden-value' }),
    );
    expect(pages[0]).toContain('https://shop.example/');
    expect(pages.join(' ')).not.toContain('hidden-value');
    expect(pages[1]).toMatch(/9\.1 Critical/);
    expect(pages[1]).toMatch(/They found \d+ weaknesses, of which \d are critical or high/);
    expect(pages[2]).toContain('Environment file exposed');
    expect(pages.slice(-2).join(' ')).toContain('Cookie without Secure');
  });

  test('says so when there is nothing urgent', async () => {
    const body = { report_type: 'COMMERCIAL_RISK_REPORT', scan_id: hardenedScan, language: 'en' };
    const pages = await read(await generate(body));
    expect(pages[1]).toContain('none of them critical or high');
    expect(pages[2]).toContain('There are no critical or high findings.');
  });
});

describe('the cover', () => {
  test('is the whole report where no more is wanted', async () => {
    const request = reportRequestSchema.parse({ report_type: 'ACTION_REPORT', scan_id: weakScan });
    const scan = sandbox.scans.find(({ id }) => id === weakScan);
    if (scan === undefined) throw new Error(weakScan);
    const pages = await read(await renderPdf(scan, request, { nowMs: 0, pages: 'cover' }));
    expect(pages).toEqual([expect.stringContaining(weakScan)]);
  });

  const body = { report_type: 'ACTION_REPORT' };

  test('has the logo, or a drawing in place of anything else', async () => {
    await using files = await serve({ '/logo.png': { body: onePixel }, '/text': plain('no picture') });
    const hasImage = async (address: string | null) =>
      (await generate({ ...body, scan_id: hardenedScan, logo: address }))
        .toString('latin1')
        .includes('/Subtype /Image');
    expect(await hasImage(`${files.url}/logo.png`)).toBe(true);
    expect(await hasImage(`${files.url}/text`)).toBe(false);
    expect(await hasImage(null)).toBe(false);
  });

  test('is painted in the theme colour', async () => {
    const painted = async (color_theme_hex?: string) =>
      contents(await generate({ report_type: 'ACTION_REPORT', scan_id: hardenedScan, color_theme_hex }));
    expect(await painted('#00ff00')).toContain('0 1 0 scn');
    expect(await painted()).not.toContain('0 1 0 scn');
  });

  test.each([
    [422, { report_type: 'OTHER' }],
    [422, { scan_id: '' }],
    [422, { language: 'fr' }],
    [422, { color_theme_hex: 'red' }],
    [422, { logo: 7 }],
    [400, { scan_id: 'unknown' }],
  ])('answers %d to %j', async (status, wrong) => {
    const reply = await ask(sandbox, '/v1/api/reports/generate', {
      report_type: 'ACTION_REPORT',
      scan_id: weakScan,
      ...wrong,
    });
    expect([reply.status, typeof reply.body['detail']]).toEqual([status, 'string']);
  });

  test('an unfinished scan has no report', async () => {
    await using own = await startSandbox({ queueMs: 60_000 });
    const scan_id = await start(own, 'shop.localhost');
    const reply = await ask(own, '/v1/api/reports/generate', { report_type: 'ACTION_REPORT', scan_id });
    expect(reply.status).toBe(400);
    expect(reply.body['detail']).toContain('not finished');
  });
});
