import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { faultTable } from './fault-table.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('TABLE.md has the table that the tests use', () => {
  const script = join(root, 'scripts/update-fault-table.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('every fault at every place has its own line', async () => {
  const lines = (await readFile(join(import.meta.dirname, 'TABLE.md'), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const pairs = new Set(faultTable.map(({ fault, place }) => `${fault} at ${place}`));
  expect(lines).toHaveLength(pairs.size + 1);
});

test('no two rows have the same fault, place and duration', () => {
  const rows = faultTable.map(({ fault, place, lasts }) => `${fault} at ${place}, ${lasts}`);
  expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
});
