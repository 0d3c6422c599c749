// Tests sandbox/main.ts. The name leaves main.test.ts to src/main.ts: no two test files have one name.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const main = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url));

function run(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    output.out += text;
  });
  child.stderr.on('data', (text) => {
    output.err += text;
  });
  return { child, output };
}

test('starts the service and the sample sites, and stops on a signal', async () => {
  const { child, output } = run('--api-key', 'demo', '--sites', '--scan-ms', '0');
  while (!output.out.includes('hardened site')) await once(child.stdout, 'data');
  const [service = '', weak = '', hardened = ''] = [...output.out.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(
    String,
  );
  const list = await fetch(`${service}/v1/api/list_scans`, { headers: { authorization: 'Bearer demo' } });
  expect([list.status, await list.json()]).toEqual([200, []]);
  expect(await (await fetch(weak)).text()).toContain('Green Thumb');
  expect(await (await fetch(hardened)).text()).toContain('Quiet Desk');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output.err).toBe('');
});

test.each([
  [['--help'], 0, /Usage: node sandbox\/main\.ts/],
  [['--port', 'abc'], 1, /--port must be a number/],
  [['--nope'], 1, /--nope/],
])('%j exits with %d', async (args, code, message) => {
  const { child, output } = run(...args);
  expect(await once(child, 'close')).toEqual([code, null]);
  expect(output.out + output.err).toMatch(message);
});
