// Tests sandbox/main.ts. The name leaves main.test.ts to src/main.ts: no two test files have one name.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const main = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url));

test('starts the service and the sample sites, and stops on a signal', async () => {
  const child = spawn(process.execPath, [main, '--api-key', 'demo', '--scan-ms', '0']);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  while (!output.includes('hardened site')) await once(child.stdout, 'data');
  const addresses = output.matchAll(/http:\/\/127\.0\.0\.1:\d+/g);
  const [service = '', weak = '', hardened = ''] = [...addresses].map(String);
  const list = await fetch(`${service}/v1/api/list_scans`, { headers: { authorization: 'Bearer demo' } });
  expect(list.status).toBe(200);
  expect(await list.json()).toEqual([]);
  expect(await (await fetch(weak)).text()).toContain('Green Thumb');
  expect(await (await fetch(hardened)).text()).toContain('Quiet Desk');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
