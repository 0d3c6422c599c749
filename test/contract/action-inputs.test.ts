import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { outputNames } from '../../src/publish/outputs.ts';
import { inputNames, policySettingNames } from '../../src/settings/input-table.ts';
import { readInputs } from '../../src/settings/read-inputs.ts';
import { inputDefaults } from '../support/runner-environment.ts';
import { readText } from './repository.ts';

/** Their defaults are expressions, which the runner evaluates. */
const expressionDefaults = ['comment-key', 'github-token'];

const described: Readonly<Record<'inputs' | 'outputs', Record<string, { readonly description: string }>>> =
  parse(await readText('action.yml'));
const given: Readonly<Record<string, string>> = {
  'base-url': 'https://service.example',
  url: 'site.example',
};

/** The inputs of a step, without those that were given. */
function read(texts: Readonly<Record<string, string>>) {
  const context = { owner: 'acme', repo: 'storefront', mayLackSecrets: false, preferences: null };
  const { inputs, mistakes } = readInputs((name) => texts[name] ?? '', context);
  return { ...inputs, mistakes };
}

describe('action.yml', () => {
  test('has the inputs and outputs of the code, in the same order', () => {
    expect(Object.keys(described.inputs)).toEqual(inputNames);
    expect(Object.keys(described.outputs)).toEqual([...outputNames]);
    expect([inputNames.length, outputNames.length]).toEqual([32, 25]);
  });

  test('has the defaults of the code', () => {
    const literal = Object.entries(inputDefaults).filter(
      ([name, value]) => value !== '' && !expressionDefaults.includes(name),
    );
    expect(literal.length).toBeGreaterThan(0);
    const withDefaults = read({ ...Object.fromEntries(literal), ...given });
    expect(withDefaults.mistakes).toEqual([]);
    expect(withDefaults).toEqual(read(given));
  });

  test('has expressions for the defaults of the token and the key only', () => {
    const names = Object.entries(inputDefaults).flatMap(([name, value]) =>
      value.includes('${{') ? [name] : [],
    );
    expect(names.sort()).toEqual(expressionDefaults);
  });

  // The runner would fill in a default, and the file could never win.
  test('has no default of a setting of the policy file, and its description names the one that applies', () => {
    expect(policySettingNames.filter((name) => inputDefaults[name] !== '')).toEqual([]);
    const silent = policySettingNames.filter(
      (name) => !/\bDefault\b/.test(described.inputs[name]?.description ?? ''),
    );
    expect(silent).toEqual([]);
  });
});
