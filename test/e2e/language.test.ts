import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

test.concurrent('language: pt: comment, summary, annotations, log and report are in Portuguese', async () => {
  await using scene = await startScene();
  const result = await scene.run({ inputs: { language: 'pt' } });
  const [comment = ''] = scene.comments();
  for (const text of [comment, result.summary]) {
    expect(text).toMatch(/Scan Gate: \d+ achados bloqueiam este pull request/);
    expect(text).toContain('Achado bloqueante');
    expect(text).toContain('pode ser baixado por qualquer pessoa');
    expect(text).not.toMatch(/Blocking finding|What to do|How to fix/);
  }
  expect(result.outputs['reason']).toMatch(/achados têm severidade alta \(high\) ou superior/);
  expect(result.maskedLog).toContain('achados bloqueiam este pull request');
  expect(result.maskedLog).toMatch(/\nScan \S+ iniciado: http/);
  expect(result.maskedLog).not.toMatch(/Started scan|elapsed|so far|policy file/);
  expect(result.maskedLog).toContain('::group::Enviando o artefato');
  expect(result.maskedLog).toMatch(/\nComentário: https:.*\nResumo: https:.*\nArtefato: https:/);
  expect(result.annotations.error[0]?.properties['title']).toMatch(/^Crítica: /);
  const fetched = scene.sandbox.requests.filter(({ path }) => path.startsWith('/v1/api/scan/'));
  expect(new Set(fetched.map(({ query, headers }) => `${query['language']} ${headers['language']}`))).toEqual(
    new Set(['pt pt']),
  );
  expect(scene.sandbox.requests.at(-1)?.body).toMatchObject({ language: 'pt' });
});

test.concurrent('language: pt: errors are in Portuguese too', async () => {
  await using scene = await startScene({ sandbox: { scanBehaviour: { neverLeavesQueue: true } } });
  const result = await scene.run({ inputs: { language: 'pt', timeout: '1s' } });
  expect(result.outputs).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('fila') });
  expect(scene.comments()[0]).toContain('Scan Gate: sem veredito, por isso este check falhou');
});

test.concurrent('language: en is the default', async () => {
  await using scene = await startScene();
  const result = await scene.run();
  expect(result.summary).toContain('Blocking finding');
  expect(result.summary).not.toContain('Achados');
  expect(scene.sandbox.requests.at(-1)?.body).toMatchObject({ language: 'en' });
});
