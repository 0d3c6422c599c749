import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { startWeakSite, type WeakSite } from '../../../sandbox/sites/weak.ts';
import { severities } from '../../../src/core/severity.ts';
import { isMapping } from '../../../src/core/values.ts';
import { until } from '../../support/until.ts';

/** Sends a request with the sandbox's key. A list in the answer becomes `{ list }`. */
async function ask(sandbox: Sandbox, path: string, body?: unknown) {
  const response = await fetch(`${sandbox.url}/v1/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const value: unknown = await response.json();
  return { status: response.status, body: isMapping(value) ? value : { list: value } };
}

async function start(sandbox: Sandbox, url: string, preferences: object = {}): Promise<string> {
  const { body } = await ask(sandbox, 'scan', { url, preferences });
  return String(body['enqueued_scan_id']);
}

/** Starts a scan and waits for its end. */
async function scanned(sandbox: Sandbox, url: string, preferences: object = {}): Promise<string> {
  const id = await start(sandbox, url, preferences);
  await until(() => sandbox.scans.some((scan) => scan.id === id && scan.endedAtMs !== null));
  return id;
}

let sandbox: Sandbox;
let site: WeakSite;
let finished: string;

beforeAll(async () => {
  sandbox = await startSandbox({ scanMs: 0 });
  site = await startWeakSite();
  finished = await scanned(sandbox, site.url, { scan_deep: 2, own_field: 'kept' });
});

afterAll(async () => {
  await Promise.all([sandbox.close(), site.close()]);
});

test.each([
  ['POST', '/v1/api/scan'],
  ['GET', '/v1/api/scan/some-id'],
  ['GET', '/v1/api/list_scans'],
  ['POST', '/v1/api/reports/generate'],
])('%s %s refuses missing and wrong keys', async (method, path) => {
  for (const authorization of ['', sandbox.apiKey, `bearer ${sandbox.apiKey}x`]) {
    const response = await fetch(`${sandbox.url}${path}`, { method, headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ detail: expect.any(String) });
  }
});

const report = { report_type: 'ACTION_REPORT', scan_id: 'unknown' };

test.each<[status: number, path: string, body: unknown, detail: string]>([
  [400, 'scan', '{nope', 'JSON'],
  [422, 'scan', [], 'expected object'],
  [422, 'scan', { url: 7 }, 'url'],
  [422, 'scan', { url: 'localhost', preferences: { xss: 'yes' } }, 'preferences.xss'],
  [400, 'scan', { url: 'https://www.example.com/' }, 'this machine only'],
  [400, 'scan', { url: 'ftp://localhost/' }, 'http'],
  [422, 'reports/generate', { ...report, report_type: 'OTHER' }, 'report_type'],
  [422, 'reports/generate', { ...report, color_theme_hex: 'red' }, 'color_theme_hex'],
  [422, 'reports/generate', { ...report, logo: 'no URL' }, 'logo'],
  [404, 'reports/generate', report, ''],
  [422, 'scan/some-id?language=fr', undefined, 'language'],
])('%d is the answer of %s to %j', async (status, path, body, detail) => {
  const reply = await ask(sandbox, path.replace('some-id', finished), body);
  expect(reply).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } });
});

test('a result has every field, and its counts agree with the issues', async () => {
  const { body } = await ask(sandbox, `scan/${finished}`);
  const fields = 'identificator information issues percentage preferences startDate endDate totalChecked';
  const counts = 'issuesCategoriesSummary issuesSummary issuesSummaryTotal';
  expect(Object.keys(body).sort()).toEqual(`${fields} ${counts}`.split(' ').sort());
  expect(body).toMatchObject({ identificator: finished, percentage: '100.00' });
  const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;
  for (const name of ['startDate', 'endDate']) expect(body[name]).toMatch(date);
  expect(body['preferences']).toMatchObject({ scan_deep: 2, own_field: 'kept', services_brute_force: 0 });
  expect(body['totalChecked']).toBeGreaterThan(10);

  const { issues } = body;
  if (!Array.isArray(issues)) throw new Error('issues is no array');
  const ofIssue = 'cve cvss cwe description group name raw references remediation severity';
  expect(Object.keys(issues[0]).sort()).toEqual(ofIssue.split(' '));
  const count = (severity: string) => issues.filter((issue) => issue.severity === severity).length;
  expect(body['issuesSummary']).toEqual(Object.fromEntries(severities.map((name) => [name, count(name)])));
  expect(body['issuesSummaryTotal']).toBe(issues.length);
  const groups = Object.values(body['issuesCategoriesSummary'] ?? {}).map(Number);
  expect(groups.reduce((sum, number) => sum + number, 0)).toBe(issues.length);
});

test('a result is translated, grouped and extended on request', async () => {
  const english = (await ask(sandbox, `scan/${finished}`)).body;
  const portuguese = (await ask(sandbox, `scan/${finished}?language=pt`)).body;
  expect(portuguese['issues']).not.toEqual(english['issues']);
  const withoutTexts = (value: unknown) =>
    JSON.stringify(value, (key, part) => (['description', 'remediation'].includes(key) ? undefined : part));
  expect(withoutTexts(portuguese)).toBe(withoutTexts(english));

  const more = 'issue_types=true&return_subdomains=true&return_leak=true';
  const { body } = await ask(sandbox, `scan/${finished}?${more}`);
  expect(body).toMatchObject({ subdomains: [], leaks: [] });
  expect(Object.keys(body['issues'] ?? {})).toEqual(expect.arrayContaining(['headers', 'cookies']));
  const all = Object.values(body['issues'] ?? {}).flatMap((entry) => entry.issues);
  expect(all).toHaveLength(Number(english['issuesSummaryTotal']));
});

test('the list groups scans by target, newest first', async () => {
  await using own = await startSandbox({ scanMs: 0 });
  const bareUrl = site.url.replace('http://', '');
  const first = await scanned(own, site.url);
  const bare = await scanned(own, bareUrl);
  const second = await start(own, site.url);
  const { body } = await ask(own, 'list_scans');
  expect(body['list']).toMatchObject([
    { url: site.url, total: 2, scans: [{ id: second }, { id: first, progress: 100, severity: 'critical' }] },
    { url: bareUrl, total: 1, scans: [{ id: bare, startDate: expect.any(Number) }] },
  ]);
});
