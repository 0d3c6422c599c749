import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { policyFileSchema } from '../../src/policy/policy-schema.ts';
import { outputNames } from '../../src/publish/outputs.ts';
import { codeFiles, readText } from './repository.ts';

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

const { inputs, outputs }: Action = parse(await readText('action.yml'));
const contract = await readText('docs/contract.md');
const serviceInterface = await readText('docs/internals/service-interface.md');

/** The names in backticks. */
function names(text: string): string[] {
  return [...text.matchAll(/`([a-z-]+)/g)].map(([, name = '']) => name);
}

describe('docs/contract.md', () => {
  test('has rules for inputs and keys that exist', () => {
    const ruled = [...contract.matchAll(/^\*\*`[^*]+\*\*|(?<=[,.] )\*\*`[^*]+\*\*/gm)].flatMap(([term]) =>
      names(term),
    );
    expect(ruled.length).toBeGreaterThan(20);
    const known = [...Object.keys(inputs), ...Object.keys(policyFileSchema.shape)];
    expect(ruled.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('has rules for outputs that exist, and action.yml names those that the action sets', () => {
    const [, section = ''] = contract.split(/^## (?:Outputs|Many targets)$/m);
    const ruled = section
      .split('\n')
      .flatMap((line) => (line.startsWith('- `') ? names(line).slice(0, 1) : []));
    expect(ruled.length).toBeGreaterThan(3);
    expect(ruled.filter((name) => !outputNames.some((output) => output === name))).toEqual([]);
    expect(Object.keys(outputs).sort()).toEqual([...outputNames].sort());
  });

  test('numbers nine promises', () => {
    const numbers = [...contract.matchAll(/^### Promise (\d+): /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

test('docs/policy.md lists the inputs that the policy file can set, and no other', async () => {
  const lines = (await readText('docs/policy.md')).split('\n');
  const list = lines.find((line) => line.startsWith('These keys mean the same as the [inputs]')) ?? '';
  const keys = Object.keys(policyFileSchema.shape).filter((key) => key in inputs);
  expect(names(list).sort()).toEqual(keys.sort());
});

test('docs/internals/service-interface.md has every section that the code refers to', async () => {
  const texts = await Promise.all((await codeFiles()).map(readText));
  const cited = texts
    .flatMap((text) => [
      ...text.matchAll(/service[- ]interface(?:\.md)?`?,\s(?:\*\s)?sections?\s(\d(?:\.\d)?)/g),
    ])
    .map(([, section = '']) => section);
  expect(cited.length).toBeGreaterThan(5);
  const sections = [...serviceInterface.matchAll(/^##+ (\d(?:\.\d)?)\.? /gm)].map(([, section]) => section);
  expect(cited.filter((section) => !sections.includes(section))).toEqual([]);
});
