import { describe, expect, test } from '@jest/globals';
import { type AskOptions, askTarget, destinationOf } from '../../../src/target/ask-target.ts';
import { refusingUrl, startRawServer } from '../../support/raw-server.ts';
import { startSite } from '../../support/site.ts';
import { questionOf } from './question-of.ts';

/** The answer to one request, within a minute. */
async function answerOf(url: string, changes: Partial<AskOptions> = {}) {
  return askTarget(questionOf(url, changes).question, 60_000);
}

test.each<[kind: string, statuses: number[]]>([
  ['accepted', [200, 203, 204]],
  ['not-yet', [404, 408, 425, 429, 500, 503]],
  ['refused', [304, 400, 401, 402, 403, 405, 410, 418, 451]],
])('%s are the statuses %j, unless the policy allows them', async (kind, statuses) => {
  for (const status of statuses) {
    await using site = await startSite(status);
    const said = kind === 'accepted' ? { status } : { fault: { kind: 'status', status } };
    expect(await answerOf(site.url)).toMatchObject({ kind, ...said });
    expect(await answerOf(site.url, { allowedStatuses: [status] })).toEqual({ kind: 'accepted', status });
  }
});

test('a target without an answer is not ready yet', async () => {
  const fault = { kind: 'network', code: 'ECONNREFUSED' };
  expect(await answerOf(refusingUrl)).toEqual({ kind: 'not-yet', fault });
});

test('a bare domain is asked by https alone', async () => {
  await using site = await startSite(200);
  const answer = await answerOf(site.url.replace('http://', ''));
  expect(answer).toMatchObject({
    kind: 'not-yet',
    fault: { kind: 'network', code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
  });
  expect(site.requests).toEqual([]);
});

describe('redirects', () => {
  test.each<[title: string, allowedStatuses: number[], kind: string]>([
    ['refused', [], 'refused'],
    ['accepted if their status is allowed', [302], 'accepted'],
  ])('to another site are %s, and not followed', async (_title, allowedStatuses, kind) => {
    await using other = await startSite(200);
    await using site = await startSite(`${other.url}/login?next=secret`);
    const expected =
      kind === 'accepted' ? { status: 302 } : { fault: { kind: 'redirect', location: other.url } };
    expect(await answerOf(site.url, { allowedStatuses })).toEqual({ kind, ...expected });
    expect(other.requests).toHaveLength(0);
  });

  test('to a login page of the same site are refused if that asks for a password', async () => {
    await using site = await startSite('/login', 401);
    const fault = { kind: 'status', status: 401 };
    expect(await answerOf(site.url, { allowedStatuses: [302] })).toMatchObject({ kind: 'refused', fault });
  });

  test.each([
    [399, { kind: 'redirect', location: 'https://other.example' }],
    [400, { kind: 'status', status: 400 }],
  ])('have a 3xx status: %i with an address', async (status, fault) => {
    const headers = { location: 'https://other.example/' };
    await using site = await startRawServer((_, response) => response.writeHead(status, headers).end());
    expect(await answerOf(site.url)).toMatchObject({ kind: 'refused', fault });
  });

  test('are followed ten times', async () => {
    await using site = await startSite(...Array.from({ length: 10 }, (_, index) => `/${index}`), 200);
    expect(await answerOf(site.url)).toMatchObject({ kind: 'accepted' });
    expect(site.requests).toHaveLength(11);
    expect(site.requests.at(-1)?.url).toBe('/9');
  });

  test('in circles count as no answer', async () => {
    await using site = await startSite('/');
    expect(await answerOf(site.url)).toMatchObject({ kind: 'not-yet', fault: { kind: 'redirect' } });
  });
});

test('each request names the action, and is in the debug log without its query', async () => {
  let tries = 0;
  await using site = await startRawServer((_request, response) => {
    tries += 1;
    if (tries === 1) response.writeHead(302, { location: '/home?token=s3cret' }).end();
    else response.writeHead(200, { 'content-length': '2' }).end('ok');
  });
  const { question, log } = questionOf(`${site.url}/?token=s3cret`, {});
  await askTarget(question, 60_000);
  const { host } = new URL(site.url);
  expect(log.of('debug')).toEqual([
    expect.stringMatching(new RegExp(`^Target: GET ${host}/ → 302, \\d+ ms$`)),
    expect.stringMatching(new RegExp(`^Target: GET ${host}/home → 200, \\d+ ms$`)),
  ]);
  expect(site.requests.map(({ headers }) => headers['user-agent'])).toEqual(['scan-gate', 'scan-gate']);
});

test('a request is in the debug log without the name of the site if findings are withheld', async () => {
  await using site = await startSite(200);
  const { question, log } = questionOf(site.url, { disclosure: { mode: 'counts', why: 'setting' } });
  await askTarget(question, 60_000);
  expect(log.of('debug')).toEqual([expect.stringMatching(/^Target: GET the target → 200, /)]);
});

test('user info is sent as a header, and never logged', async () => {
  await using site = await startSite('/home', 200);
  const { question, log } = questionOf(site.url.replace('//', '//us%40er:p%3Ass@'), {});
  await askTarget(question, 60_000);
  const expected = `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`;
  expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([expected, expected]);
  expect(log.entries).toHaveLength(2);
  expect(JSON.stringify(log.entries)).not.toMatch(/er:p|p%3Ass|p:ss/);
});

test.each([
  // The password goes along.
  ['https://a.example/', 'https://a.example/login?next=1', 'same-origin'],
  ['http://a.example:8080/', 'http://a.example:8080/home', 'same-origin'],
  // The redirect is followed without it.
  ['https://a.example/', 'http://a.example/', 'same-site'],
  ['https://a.example/', 'https://www.a.example/', 'same-site'],
  ['https://www.a.example/', 'https://a.example/', 'same-site'],
  ['http://a.example/', 'https://a.example/', 'same-site'],
  ['http://a.example:8080/', 'https://a.example:8443/', 'same-site'],
  ['http://a.example:8080/', 'https://a.example/', 'same-site'],
  ['http://a.example/', 'https://www.a.example/', 'same-site'],
  // It is not followed.
  ['https://a.example:8443/', 'http://a.example:8080/', 'elsewhere'],
  ['https://a.example/', 'https://a.example:8443/', 'elsewhere'],
  ['http://a.example/', 'http://a.example:8080/', 'elsewhere'],
  ['https://a.example/', 'https://login.a.example/', 'elsewhere'],
  ['https://www.a.example/', 'https://wwwb.a.example/', 'elsewhere'],
  ['http://a.example/', 'https://b.example/', 'elsewhere'],
  ['https://a.example/', 'ftp://a.example/', 'elsewhere'],
  ['https://a.example/', 'data:text/html,a', 'elsewhere'],
  ['https://a.example/', 'javascript:alert(1)', 'elsewhere'],
])('a redirect from %s to %s leads to: %s', (from, to, expected) => {
  expect(destinationOf(new URL(from), new URL(to))).toBe(expected);
});
