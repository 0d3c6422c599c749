import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { folderForTests } from '../support/folder-for-tests.ts';
import { type ActionOptions, runAction } from '../support/runner.ts';

const ACTION = `
name: Tiny
inputs:
  api-key: { description: key }
  two words: { description: spaces, default: 'a b' }
  flag: { description: flag, default: true }
  token: { description: token, default: '\${{ github.token }}' }
  key: { description: matrix, default: '\${{ github.job }}-\${{ toJSON(matrix) }}' }
runs: { using: node24, main: main.mjs }
`;

/** Prints what it gets, and follows the input `api-key`. */
const MAIN = `
import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
const { env } = process;
const out = (name, text) => appendFileSync(env[name], text);
if (env['INPUT_API-KEY'] === 'wait') {
  setInterval(() => {}, 1000);
  console.log('ready');
} else if (env['INPUT_API-KEY'] === 'die') {
  process.kill(process.pid, 'SIGKILL');
} else {
  console.log('::add-mask::s3cret');
  console.log('it is s3cret');
  console.error('::error title=T::bad%0Aworse');
  process.stdout.write('cr\\rlf\\r\\nu\\u2028same line');
  const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'));
  out('GITHUB_OUTPUT', 'event<<E\\n' + JSON.stringify(event) + '\\nE\\nenv=' + JSON.stringify(env) + '\\n');
  out('GITHUB_OUTPUT', 'files=' + readdirSync('.').length + '\\n');
  out('GITHUB_STATE', 'a=b\\n');
  out('GITHUB_STEP_SUMMARY', '# Sum\\n');
  process.exitCode = 3;
}
`;

const folder = folderForTests();
const actionFile = join(folder, 'action.yml');

beforeAll(async () => {
  await writeFile(actionFile, ACTION);
  await writeFile(join(folder, 'main.mjs'), MAIN);
});

const run = (options: ActionOptions) => runAction({ actionFile, root: folder, ...options });

describe('runAction', () => {
  test('collects everything that a step leaves', async () => {
    const seen: string[] = [];
    const result = await run({ onLine: (line) => seen.push(line) });
    expect(result).toMatchObject({
      exitCode: 3,
      signal: null,
      state: { a: 'b' },
      summary: '# Sum\n',
      masked: ['s3cret'],
    });
    expect(result.annotations).toMatchObject({ error: ['bad\nworse'], warning: [] });
    expect(result.commands).toContainEqual(
      expect.objectContaining({ name: 'error', properties: { title: 'T' } }),
    );
    expect(result.stdout).toContain('it is s3cret');
    expect(result.maskedLog).toContain('it is ***');
    expect(result.maskedLog).not.toContain('s3cret');
    expect(seen).toEqual(result.lines);
    expect(result.lines).toEqual(expect.arrayContaining(['cr', 'lf', 'u\u2028same line']));
    expect(result.outputs['files']).toBe('0');
  });

  test('passes inputs and their defaults as the runner does, and nothing of its own environment', async () => {
    process.env['SCAN_GATE_LEAK'] = '1';
    const github = { url: 'http://127.0.0.1:9', repository: 'o/r', token: 'ghs_t' };
    const { outputs } = await run({ inputs: { 'api-key': ' k\n' }, github, matrix: { node: 24 }, job: 'j' });
    const env = JSON.parse(outputs['env'] ?? '');
    expect(env).toMatchObject({
      'INPUT_API-KEY': ' k\n',
      INPUT_TWO_WORDS: 'a b',
      INPUT_FLAG: 'true',
      INPUT_TOKEN: 'ghs_t',
      INPUT_KEY: 'j-{\n  "node": 24\n}',
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_API_URL: 'http://127.0.0.1:9',
    });
    expect(Object.keys(env).filter((name) => /^(SCAN_GATE_LEAK|NODE_|npm_|JEST)/.test(name))).toEqual([]);
    await expect(run({ inputs: { typo: 'x' } })).rejects.toThrow('action.yml has no input typo');
  });

  test('distinguishes a signal from an exit code, and gives up on a run that never ends', async () => {
    expect(await run({ inputs: { 'api-key': 'die' } })).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    const endless = run({ inputs: { 'api-key': 'wait' }, timeoutMs: 400 });
    await expect(endless).rejects.toThrow('did not end within 400 ms');
  });
});
