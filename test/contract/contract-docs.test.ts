import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { policyFileSchema } from '../../src/policy/policy-schema.ts';
import { outputNames } from '../../src/publish/set-outputs.ts';
import { codeFiles, readText } from './repository.ts';

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

const { inputs, outputs }: Action = parse(await readText('action.yml'));
const contract = await readText('docs/contract.md');
const serviceInterface = await readText('docs/internals/service-interface.md');

test('action.yml names the outputs that the action sets, and no other', () => {
  expect(Object.keys(outputs).sort()).toEqual([...outputNames].sort());
});

describe('docs/contract.md', () => {
  // The tables of inputs and outputs are generated, in docs/inputs.md.
  test('names no input, output or key of the policy file that does not exist', () => {
    const known = [...Object.keys(inputs), ...outputNames, ...Object.keys(policyFileSchema.shape)];
    const titles = [...contract.matchAll(/^\*\*(`[^*]+`)(?:\.\*\*|\*\*)/gm)].flatMap(([, title = '']) => [
      ...title.matchAll(/`([a-z-]+)/g),
    ]);
    expect(titles.length).toBeGreaterThan(20);
    expect(titles.map(([, name = '']) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('numbers nine promises', () => {
    const numbers = [...contract.matchAll(/^### Promise (\d+): /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('docs/internals/service-interface.md', () => {
  test('has every section that the code refers to', async () => {
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
});
