import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const script = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url));

/** Runs the demo in its own folder, in which an earlier run has left a file. */
async function runDemo(...args: string[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-demo-test-'));
  const output = join(folder.path, 'demo-output');
  await mkdir(output);
  await writeFile(join(output, 'old.html'), 'old');
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
  const options = { cwd: folder.path, env };
  const child = spawn(process.execPath, [script, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await closed;
  const names = (await readdir(output)).toSorted();
  const read = async (name: string) => (names.includes(name) ? readFile(join(output, name), 'utf8') : '');
  const [comment, summary] = [await read('comment.html'), await read('summary.html')];
  return { exitCode, stdout, stderr, names, comment, summary };
}

const files = [
  'comment.html',
  'comment.md',
  'result.json',
  'result.sarif',
  expect.stringMatching(/ACTION_REPORT.*\.pdf$/),
  'summary.html',
];

test('the demo shows a failing run, leaves its files and exits 0', async () => {
  const demo = await runDemo();
  expect(demo).toMatchObject({ exitCode: 0, stderr: '' });
  expect(demo.stdout).toMatch(/Verdict: fail .*\nWhy: {5}\d+ findings have severity/);
  expect(demo.stdout).toMatch(/^\[#+\.+\] {2}\d+ %/m);
  expect(demo.stdout).not.toMatch(/^::|\u001b/m);
  expect(demo.names).toEqual(files);
  // The last two are looked for only if the preferences ask for them.
  const onRequest = ['Input reflected without encoding', 'Input reaches the database'];
  for (const name of ['Environment file exposed', ...onRequest])
    for (const page of [demo.comment, demo.summary]) expect(page).toContain(name);
  expect(demo.comment).not.toContain('<!-- scan-gate');
});

test('a wrong option is refused before anything runs', async () => {
  const demo = await runDemo('--site', 'strong');
  expect(demo.stderr).toContain('--site is "strong", expected weak or hardened.');
  expect(demo).toMatchObject({ exitCode: 1, stdout: '', names: ['old.html'] });
});
