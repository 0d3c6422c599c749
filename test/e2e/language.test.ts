import { expect, test } from '@jest/globals';
import { pullRequest } from '../support/events.ts';
import { policyAtBase, startScene } from './scene.ts';

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

test.concurrent('language: pt: wrong inputs and a wrong policy file are named in Portuguese', async () => {
  const policy = 'fail-on: severe\nignore:\n  - name: x\nfailon: high\n';
  await using scene = await startScene({ github: { contents: policyAtBase(policy) } });
  const inputs = { language: 'pt', timeout: '0', preferences: 'xss: maybe', 'api-key': 'Bearer abc' };
  const [wrong] = (await scene.run({ inputs })).annotations.error;
  expect(wrong?.message.split('\n')).toEqual([
    '3 entradas estão erradas. Corrija em with:, no workflow:',
    '- api-key contém um espaço, uma quebra de linha ou um caractere não ASCII. Guarde apenas a chave, sem Bearer e sem aspas.',
    '- preferences é xss: maybe; esperado: um mapeamento das preferências do serviço (xss: esperado true ou false)',
    '- timeout é 0; esperado: uma duração maior que zero, como 90s ou 10m',
  ]);
  const file = await scene.run({ inputs: { language: 'pt' } });
  expect(file.annotations.error[0]?.message.split('\n')).toEqual([
    'O arquivo de política .github/scan-gate.yml está errado. Corrija-o na branch em que ele é lido:',
    '- linha 1: fail-on está errado; esperado: critical, high, medium, low, warning ou never',
    '- linha 3: ignore[0].reason está errado; esperado: um texto, que está faltando',
    expect.stringMatching(/^- linha 4: failon não é conhecido aqui; as chaves aceitas são .* ou target$/),
  ]);
  expect(file.outputs['reason']).toMatch(/^O arquivo de política .*Corrija-o/);
  const dry = await scene.run({ inputs: { ...inputs, 'dry-run': 'true' } });
  expect(dry.summary).toContain('3 entradas estão erradas');
  expect(dry.summary).not.toMatch(/Dry run|wrong|expected/);
});

test.concurrent('language: pt: notices and warnings are in Portuguese', async () => {
  await using scene = await startScene();
  const { annotations } = await scene.run({
    event: pullRequest({ private: false }),
    inputs: { language: 'pt', preferences: 'xs: true', 'on-fail': 'warn' },
  });
  const messages = [...annotations.notice, ...annotations.warning].map(({ message }) => message);
  expect(messages).toContainEqual(
    expect.stringMatching(/^Este repositório é público, .* nas anotações.* e no artefato\./),
  );
  expect(messages).toContainEqual(
    expect.stringMatching(/^preferences: a interface do serviço não conhece xs\./),
  );
  expect(messages).toContainEqual(
    expect.stringMatching(/O step não falha por isso, porque on-fail é warn\.$/),
  );
});

test.concurrent('a wrong language is an error in English', async () => {
  await using scene = await startScene();
  const { annotations } = await scene.run({ inputs: { language: 'pt-BR' } });
  expect(annotations.error[0]?.message).toContain('language is pt-BR, expected en or pt');
});

test.concurrent('language: en is the default', async () => {
  await using scene = await startScene();
  const result = await scene.run();
  expect(result.summary).toContain('Blocking finding');
  expect(result.summary).not.toContain('Achados');
  expect(scene.sandbox.requests.at(-1)?.body).toMatchObject({ language: 'en' });
});
