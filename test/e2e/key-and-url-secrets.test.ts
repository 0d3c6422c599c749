import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { Faults } from '../support/faults.ts';
import { type ReceivedRequest, startLoopback } from '../support/loopback.ts';
import { startScene } from './scene.ts';

/** A site that remembers its requests. */
function startWitness() {
  return startLoopback({ faults: new Faults(), respond: () => ({ status: 200, text: 'hello' }) });
}

function holds(requests: readonly ReceivedRequest[], secret: string): boolean {
  return requests.some(({ path, query, headers, bytes }) =>
    [path, String(query), JSON.stringify(headers), Buffer.from(bytes).toString()].join().includes(secret),
  );
}

test('the API key goes to the service in one header of every request, and not to the target', async () => {
  await using scene = await startScene();
  await using target = await startWitness();
  await scene.run({ inputs: { url: target.url, 'fail-on': 'never' } });
  const { requests, apiKey } = scene.sandbox;
  expect(requests.length).toBeGreaterThanOrEqual(3);
  for (const { headers, query, body, path } of requests) {
    expect(headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(JSON.stringify([path, query, body, { ...headers, authorization: '' }])).not.toContain(apiKey);
  }
  expect(target.requests.length).toBeGreaterThan(0);
  for (const secret of [apiKey, scene.github.token]) expect(holds(target.requests, secret)).toBe(false);
});

test('the API key does not follow a redirect of the service', async () => {
  await using scene = await startScene();
  await using elsewhere = await startWitness();
  const location = `${elsewhere.url}/v1/api/scan`;
  scene.sandbox.faults = [{ endpoint: 'start', fault: { kind: 'redirect', location, status: 307 } }];
  const result = await scene.run({ inputs: { url: scene.hardened.url } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(elsewhere.requests).toEqual([]);
});

test('a key that the service sends back is removed everywhere', async () => {
  await using scene = await startScene();
  const { apiKey } = scene.sandbox;
  const encoded = Buffer.from(apiKey).toString('base64');
  scene.sandbox.faults = [
    {
      endpoint: 'fetch',
      fault: {
        kind: 'mutate',
        mutate: (answer) =>
          JSON.parse(JSON.stringify(answer).replaceAll('Environment file exposed', `${apiKey} ${encoded}`)),
      },
    },
  ];
  const result = await scene.run();
  expect(result.outputs['verdict']).toBe('fail');
  const file = await readFile(result.outputs['result-path'] ?? '', 'utf8');
  const everything = [...scene.comments(), result.summary, file, result.maskedLog];
  for (const text of everything) {
    expect(text).toMatch(/(\*|&#42;){3} (\*|&#42;){3}/);
    expect(text).not.toContain(apiKey);
    expect(text).not.toContain(encoded.replace(/=+$/, ''));
  }
});

test('user info and query values of the target are sent to the service and shown nowhere', async () => {
  await using scene = await startScene();
  const url = `${scene.hardened.url.replace('://', '://reviewer:pass%20phrase@')}/?preview=s3cr3t-value`;
  const result = await scene.run({ inputs: { url } });
  expect(result.outputs).toMatchObject({ verdict: 'pass', url: scene.hardened.url });
  expect(scene.sandbox.requests[0]?.body).toEqual({ url });
  const file = await readFile(result.outputs['result-path'] ?? '', 'utf8');
  const said = result.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
  for (const text of [...scene.comments(), result.summary, file, said, JSON.stringify(result.outputs)]) {
    expect(text).not.toMatch(/s3cr3t-value|pass%20phrase|pass phrase/);
  }
});
