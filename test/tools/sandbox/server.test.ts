import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { startWeakSite, type WeakSite } from '../../../sandbox/sites/weak.ts';
import { severities } from '../../../src/core/severity.ts';
import { ask, fetchScan, scanned, start } from './service.ts';

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

test.each([
  [400, '{nope', 'JSON'],
  [422, [], 'expected object'],
  [422, {}, 'url'],
  [422, { url: 7 }, 'url'],
  [422, { url: 'localhost', preferences: 'fast' }, 'preferences'],
  [422, { url: 'localhost', preferences: { xss: 'yes' } }, 'preferences.xss'],
  [400, { url: 'https://www.example.com/' }, 'this machine only'],
  [400, { url: 'ftp://localhost/' }, 'http'],
])('a start is answered with %d to %j', async (expected, body, word) => {
  const reply = await ask(sandbox, '/v1/api/scan', body);
  expect(reply.status).toBe(expected);
  expect(reply.body['detail']).toContain(word);
});

test('a body of another type is refused', async () => {
  const body = JSON.stringify({ url: site.url });
  const reply = await ask(sandbox, '/v1/api/scan', body, { 'content-type': 'text/plain' });
  expect(reply).toEqual({ status: 415, body: { detail: 'The Content-Type must be application/json.' } });
});

describe('fetching a scan', () => {
  test('gives every field of a result', async () => {
    const { status, body } = await fetchScan(sandbox, finished);
    expect(status).toBe(200);
    const fields = 'identificator information issues percentage preferences startDate endDate totalChecked';
    const counts = 'issuesCategoriesSummary issuesSummary issuesSummaryTotal';
    expect(Object.keys(body).sort()).toEqual(`${fields} ${counts}`.split(' ').sort());
    expect(body).toMatchObject({ identificator: finished, percentage: '100.00' });
    expect(body['startDate']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    expect(body['endDate']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    expect(body['preferences']).toMatchObject({ scan_deep: 2, own_field: 'kept', services_brute_force: 0 });
    expect(body['totalChecked']).toBeGreaterThan(10);
  });

  test('counts agree with the issues', async () => {
    const { body } = await fetchScan(sandbox, finished);
    const issues = body['issues'];
    if (!Array.isArray(issues)) throw new Error('issues is no array');
    const count = (severity: string) => issues.filter((issue) => issue.severity === severity).length;
    const counts = severities.map((severity) => [severity, count(severity)]);
    expect(body['issuesSummary']).toEqual(Object.fromEntries(counts));
    expect(body['issuesSummaryTotal']).toBe(issues.length);
    const groups = Object.values(body['issuesCategoriesSummary'] ?? {}).map(Number);
    expect(groups.reduce((sum, number) => sum + number, 0)).toBe(issues.length);
    const fields = 'cve cvss cwe description group name raw references remediation severity';
    expect(Object.keys(issues[0]).sort()).toEqual(fields.split(' '));
  });

  test('translates descriptions and remediations only', async () => {
    const english = await fetchScan(sandbox, finished);
    const byQuery = await fetchScan(sandbox, finished, '?language=pt');
    expect(byQuery.body['issues']).not.toEqual(english.body['issues']);
    const withoutTexts = (value: unknown) =>
      JSON.stringify(value, (key, part) => (['description', 'remediation'].includes(key) ? undefined : part));
    expect(withoutTexts(byQuery.body)).toBe(withoutTexts(english.body));
  });

  test('groups issues by type', async () => {
    const plain = await fetchScan(sandbox, finished);
    const grouped = await fetchScan(sandbox, finished, '?issue_types=true');
    const issues = grouped.body['issues'];
    expect(issues).toMatchObject({
      headers: { issues: expect.any(Array) },
      cookies: { issues: expect.any(Array) },
    });
    const all = Object.values(issues ?? {}).flatMap((entry) => entry.issues);
    expect(all).toHaveLength(Number(plain.body['issuesSummaryTotal']));
  });

  test('adds subdomains and leaks on request', async () => {
    const { body } = await fetchScan(sandbox, finished, '?return_subdomains=true&return_leak=true');
    expect(body).toMatchObject({ subdomains: [], leaks: [] });
  });

  test.each(['?language=fr', '?issue_types=maybe', '?return_leak=2'])('refuses %s', async (query) => {
    expect((await fetchScan(sandbox, finished, query)).status).toBe(422);
  });

  test('a target that does not answer ends early with nothing checked', async () => {
    const closed = await startWeakSite();
    await closed.close();
    const { body } = await fetchScan(sandbox, await scanned(sandbox, closed.url));
    expect(body).toMatchObject({
      percentage: '0.00',
      totalChecked: 0,
      issues: [],
      endDate: expect.any(String),
    });
  });
});

test('the list groups scans by target, newest first', async () => {
  await using own = await startSandbox({ scanMs: 0 });
  const first = await scanned(own, site.url);
  const bare = await scanned(own, site.url.replace('http://', ''));
  const second = await start(own, site.url);
  const { body } = await ask(own, '/v1/api/list_scans');
  expect(body['list']).toMatchObject([
    {
      url: site.url,
      total: 2,
      scans: [{ id: second }, { id: first, progress: 100, severity: 'critical', subdomains: 0 }],
    },
    { url: site.url.replace('http://', ''), total: 1, scans: [{ id: bare, startDate: expect.any(Number) }] },
  ]);
});
