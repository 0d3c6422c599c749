import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { policyFileSchema } from '../../src/policy/policy-schema.ts';
import { outputNames } from '../../src/publish/set-outputs.ts';
import { codeFiles, readText } from './repository.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

const { inputs, outputs }: Action = parse(await readText('action.yml'));
const contract = await readText('docs/contract.md');
const serviceInterface = await readText('docs/internals/service-interface.md');

/** The cells of every table whose first heading is `heading`, row by row. */
function rowsUnder(heading: string): string[][] {
  const tables = contract.split('\n\n').filter((block) => block.startsWith(`| ${heading} |`));
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim())),
  );
}

function names(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

describe('docs/contract.md', () => {
  const rows = rowsUnder('Input');

  test('names every input of action.yml, and no other', () => {
    const named = rows.flatMap(([, name]) => names(name));
    expect(named.sort()).toEqual(Object.keys(inputs).sort());
  });

  test('names the default of action.yml where there is one', () => {
    const defaults = Object.fromEntries(rows.map(([, name, value]) => [names(name)[0], names(value)[0]]));
    const wrong = Object.entries(inputs).filter(
      ([name, input]) =>
        input.default !== undefined && name !== 'comment-key' && defaults[name] !== input.default,
    );
    expect(wrong).toEqual([]);
  });

  test('marks the settings of the policy file', () => {
    const marked = rows.filter(([, name]) => name?.endsWith('*(file)*')).flatMap(([, name]) => names(name));
    const keys = Object.keys(policyFileSchema.shape).filter((key) => key in inputs);
    expect(marked.sort()).toEqual(keys.sort());
  });

  test('and action.yml name the outputs that the action sets, and no other', () => {
    const named = rowsUnder('Output').flatMap(([, name]) => names(name));
    expect(named.sort()).toEqual([...outputNames].sort());
    expect(Object.keys(outputs).sort()).toEqual([...outputNames].sort());
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
