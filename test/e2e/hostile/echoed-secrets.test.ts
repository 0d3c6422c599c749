import { describe, expect, test } from '@jest/globals';
import type { Endpoint, Fault } from '../../../sandbox/faults.ts';
import { Faults } from '../../support/faults.ts';
import { filesOfJob } from '../../support/hostile/job-folder.ts';
import { resultWith } from '../../support/hostile/result.ts';
import { spellings } from '../../support/hostile/spellings.ts';
import { type Loopback, startLoopback } from '../../support/loopback.ts';
import { renderMarkdownTree, textOf } from '../../support/render.ts';
import type { RunResult } from '../../support/runner.ts';
import { type Scene, startScene } from '../scene.ts';
import { type Place, placesOfRun, publishedPlaces, requestPlaces } from '../secret-places.ts';

const allSpellings = (secret: string) => [
  ...new Set(Object.values(spellings).map((spell) => spell(secret).replace(/=+$/, ''))),
];

/** Spellings that are searched for in everything the action writes, without the action's own code. */
function formsOf(secret: string): readonly string[] {
  // In base64 the text of a secret depends on its offset modulo three, and its ends on the bytes beside it.
  const shifted = (['base64', 'base64url'] as const).flatMap((encoding) =>
    ['u', 'uu'].map((before) => Buffer.from(`${before}${secret}`).toString(encoding).slice(4, -4)),
  );
  return [...allSpellings(secret), ...shifted];
}

/** What a hostile service sends back to get a secret into a report: the content of a JSON string. */
function echoesOf(secret: string): string {
  const half = Math.floor(secret.length / 2);
  const halves = [secret.slice(0, half), secret.slice(half)];
  const ofOne = Object.entries(spellings).filter(([name]) => !/base64|semicolons/.test(name));
  const mixed = [...secret].map((one, index) => ofOne[index % ofOne.length]?.[1](one) ?? one);
  return [
    ...allSpellings(secret),
    mixed.join(''),
    halves.join('<b></b>'),
    halves.join('\u200b'),
    Buffer.from(`Bearer ${secret}`).toString('base64'),
    Buffer.from(`user:${secret}`).toString('base64url'),
    // A text that is cut in the middle of the secret must not show half of it.
    `${'x'.repeat(Math.max(0, 190 - half))}${secret}`,
  ]
    .map((text) => JSON.stringify(text).slice(1, -1))
    .join(' ');
}

/** Which secret is in which place, in any form: `<secret> in <place>: <form>`. */
function secretsIn(places: readonly Place[], secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = formsOf(secret);
    return places.flatMap(([place, text]) => {
      const form = forms.find((one) => text.includes(one));
      return form === undefined ? [] : [`${name} in ${place}: ${form}`];
    });
  });
}

/** With every kind of character that one of the forms changes. */
const apiKey = 'sk_live-A1b2+C3d4/E5f6=G7"h8<i9>&j0\\k1%41|l2';
/** As long as those that GitHub gives out since 2026. */
const githubToken = `ghs_${'16C7e42F.292c_6912E-'.repeat(26)}`.slice(0, 520);

type MakeFault = (echo: string, witness: Loopback) => Fault;

const refused = (code: number, body: string): Fault => ({ kind: 'status', code, body });
const answered = (body: string): Fault => ({ kind: 'body', body });

const everywhere: readonly Endpoint[] = ['start', 'fetch', 'list', 'report'];
/** Faults that send all secrets back. Errors are read in one way at all endpoints, so some are tried at two of them. */
const kinds: readonly (readonly [kind: string, at: readonly Endpoint[], MakeFault])[] = [
  ['an error body', ['start', 'report'], (echo) => refused(400, `{"detail":"${echo}"}`)],
  ['a nested error', ['fetch', 'report'], (echo) => refused(403, `{"error":{"${echo}":["${echo}"]}}`)],
  ['an error in place of a result', ['start', 'fetch'], (echo) => answered(`{"detail":"${echo}"}`)],
  [
    'JSON of the wrong shape',
    everywhere,
    (echo) => answered(`{"percentage":"${echo}","${echo}":{"enqueued_scan_id":"${echo}"}}`),
  ],
  [
    'a redirect to another origin',
    everywhere,
    (_echo, { url }) => {
      const key = encodeURIComponent(apiKey);
      return { kind: 'redirect', status: 307, location: `${url}/${key}?key=${key}` };
    },
  ],
  [
    'headers',
    ['start', 'fetch'],
    (echo) => {
      const shown = { 'x-request': encodeURIComponent(echo), 'www-authenticate': `Bearer ${apiKey}` };
      return { kind: 'status', code: 422, headers: { ...shown, 'retry-after': apiKey } };
    },
  ],
];
const cases = kinds.flatMap(([kind, at, fault]) => at.map((endpoint) => ({ kind, endpoint, fault })));

/** What the run said and wrote. Markdown also as people see it: without escapes and breaks within long words. */
async function placesOf(scene: Scene, result: RunResult): Promise<Place[]> {
  const shown = (markdown: string) => textOf(renderMarkdownTree(markdown)).replaceAll('\u200b', '');
  const written = [...placesOfRun(result), ...publishedPlaces(scene)];
  const markdown = written.filter(([name]) => ['the summary', 'a comment'].includes(name));
  return [
    ...written,
    ...markdown.map(([name, text]): Place => [`${name} as shown`, shown(text)]),
    ...[...(await filesOfJob(result.temp))].map(([name, bytes]): Place => [name, bytes.toString('utf8')]),
  ];
}

/** @returns the outputs of the run */
async function expectNoSecret(fault: MakeFault, endpoint: Endpoint, key = apiKey) {
  await using scene = await startScene({ sandbox: { apiKey: key }, github: { token: githubToken } });
  await using witness = await startLoopback({
    faults: new Faults(),
    respond: () => ({ status: 200, text: '{}' }),
  });
  const artifactToken = scene.artifacts.runtimeToken();
  const tokens = { 'API key': key, 'GitHub token': githubToken, 'artifact token': artifactToken };
  const secrets = {
    ...tokens,
    password: 'correct-horse-battery',
    'query value': 'preview-9f8e7d6c5b4a',
    preference: 'S3ssion="7c<9>&a1/b2+\\c3%41|d4',
  };
  const echo = Object.values(secrets).map(echoesOf).join(' ');
  scene.sandbox.faults = [{ endpoint, fault: fault(echo, witness) }];
  const target = new URL(scene.hardened.url);
  target.username = 'reviewer';
  target.password = secrets.password;
  target.searchParams.set('token', secrets['query value']);
  const result = await scene.run({
    inputs: {
      url: target.href,
      'wait-for-url': '0',
      timeout: '10m',
      preferences: JSON.stringify({ login: { headers: [{ Cookie: secrets.preference }] } }),
      ...(endpoint === 'list' ? { baseline: scene.weak.url } : {}),
    },
    env: { ACTIONS_RUNTIME_TOKEN: artifactToken },
  });
  const places = await placesOf(scene, result);
  const toService = requestPlaces('the service', scene.sandbox.requests, { bare: true });
  const toGitHub = requestPlaces('GitHub', scene.github.requests, { bare: true });
  const toArtifacts = requestPlaces('the artifact service', scene.artifacts.requests, { bare: true });
  // The service gets the target as it was given. GitHub's two services know neither the target nor the key.
  expect(secretsIn([...places, ...toGitHub, ...toArtifacts], secrets)).toEqual([]);
  expect(secretsIn(toService, tokens)).toEqual([]);
  expect(witness.requests).toEqual([]);
  // GitHub drops an output that holds a masked text.
  expect(result.masked).toEqual(expect.arrayContaining([key, githubToken, artifactToken]));
  expect(result.masked.filter((text) => /horse|9f8e7d|S3ssion/.test(text))).toEqual([]);
  return result.outputs;
}

describe('no secret that is sent back leaves the action', () => {
  test.each(cases)('sent back in $kind by $endpoint', async ({ endpoint, fault }) => {
    const outputs = await expectNoSecret(fault, endpoint);
    expect(outputs['verdict']).toBe(endpoint === 'report' ? 'pass' : 'inconclusive');
  });

  test('in every field of a result', async () => {
    const inFields: MakeFault = (echo) => {
      const texts = JSON.parse(`["${echo}"]`)[0].split(' ');
      const put = (field: string, row: number) => `${texts[row % texts.length]} ${field}`;
      const mutate = (answer: unknown) =>
        resultWith(put, { rows: 90, scanId: String(Object(answer).identificator ?? '') });
      return { kind: 'mutate', mutate };
    };
    const outputs = await expectNoSecret(inFields, 'fetch');
    expect(outputs['verdict']).toBe('fail');
  });

  test('as the id of the scan that was started', async () => {
    // Only characters that an identifier may have.
    const key = '0123456789abcdef0123456789abcdef';
    const body = JSON.stringify({ enqueued_scan_id: key });
    const outputs = await expectNoSecret(() => answered(body), 'start', key);
    expect(outputs['verdict']).toBe('inconclusive');
  });
});
