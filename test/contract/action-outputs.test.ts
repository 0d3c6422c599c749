import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { outputNames } from '../../src/publish/set-outputs.ts';
import { readText } from './repository.ts';

test('the outputs of action.yml are those that the action sets', async () => {
  const { outputs }: { outputs: Record<string, unknown> } = parse(await readText('action.yml'));
  expect([...outputNames].sort()).toEqual(Object.keys(outputs).sort());
});
