/** Reads all inputs: the values of those that the policy file can't set, and which of the others are given. */

import type { RunPorts } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import {
  type GivenValues,
  type InputName,
  type InputValue,
  inputNames,
  inputTable,
  type PolicySettingName,
} from './input-table.ts';
import { expectationOfIssue, expectedOf } from './mistakes.ts';
import {
  type Preferences,
  parsePreferences,
  preferenceSecrets,
  undocumentedPreferences,
} from './preferences.ts';
import { maskUrlSecrets } from './site-address.ts';

/** Returns the text of an input, trimmed; empty when not given. */
export type InputLookup = (name: string) => string;

/** Inputs that are secrets: never quoted, and masked before anything else. */
export const secretInputs: readonly string[] = ['api-key', 'github-token', 'config-token'];
/** Inputs that no error quotes: `preferences` may hold secrets too. */
const unquotedInputs: readonly string[] = [...secretInputs, 'preferences'];
const maxQuoteLength = 80;

/** Reads every input that is given. `mistakes` names each wrong one, so that one error can name them all. */
export function parseInputs(inputText: InputLookup): { given: GivenValues; mistakes: string[] } {
  const given: Partial<Record<InputName, unknown>> = {};
  const mistakes: string[] = [];
  for (const name of inputNames) {
    const text = inputText(name);
    if (text === '') continue;
    const attempts = readingsOf(text).map((value) =>
      inputTable[name].schema.safeParse(value, { error: expectationOfIssue }),
    );
    const understood = attempts.find(({ success }) => success);
    if (understood !== undefined) given[name] = understood.data;
    else mistakes.push(`${quote(name, text)}, expected ${expectedOf(attempts[0]?.error?.issues ?? [])}`);
  }
  // The schema of each row made its value.
  return { given: given as GivenValues, mistakes };
}

/** What the text of an input may be: the text itself, a number, a boolean, or a list of items. */
function readingsOf(text: string): readonly unknown[] {
  const list = splitList(text).map(typedValue);
  return [text, typedValue(text), ...(list.length === 0 ? [] : [list])];
}

/** A whole number or a boolean as YAML writes them; any other text as it is. */
function typedValue(text: string): unknown {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  return /^(?:false|False|FALSE)$/.test(text) ? false : text;
}

/** The items of a list, with one item per line or separated by commas, each once. Drops empty items. */
function splitList(text: string): string[] {
  const items = text.split(/[\n,]/).map((item) => item.trim());
  return [...new Set(items)].filter((item) => item !== '');
}

/** The input with its value, shortened to one line, without the parts of a URL that may hold a secret. */
function quote(name: InputName, text: string): string {
  if (unquotedInputs.includes(name)) return `\`${name}\` is ***`;
  const line = maskUrlSecrets(text.replace(/\s+/g, ' '));
  return `\`${name}\` is \`${line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line}\``;
}

type InputsAsTyped = { readonly [Name in Exclude<InputName, PolicySettingName>]: InputValue<Name> };

/** An input that is not given, or is wrong, has its default. Durations are in milliseconds. */
export interface WorkflowInputs extends Omit<InputsAsTyped, 'preferences'> {
  /** As `preferences.ts` has read them. */
  readonly preferences: Preferences | null;
}

/** What else decides which inputs are allowed. */
interface InputContext {
  /** This repository. */
  readonly owner: string;
  readonly repo: string;
  /** True if GitHub withholds secrets and variables from the run, so that inputs may be empty. */
  readonly mayLackSecrets: boolean;
  /** Was read before, because YAML is loaded for it. */
  readonly preferences: Preferences | null;
}

/**
 * Reads all inputs.
 *
 * @returns `given`: every input that is given, also those that the policy file can set. `mistakes`: what is wrong.
 *   `missingApiKeyProblem`: there is no API key
 */
export function readInputs(inputText: InputLookup, context: InputContext) {
  const { given, mistakes } = parseInputs(inputText);
  const values = inputNames
    .filter((name) => !inputTable[name].mayBeInPolicyFile)
    // `null` is a value: `config` may be `none`.
    .map((name) => [name, given[name] === undefined ? inputTable[name].defaultValue : given[name]] as const);
  // `Object.fromEntries` does not know which value a name has.
  const asTyped = Object.fromEntries(values) as InputsAsTyped;
  const inputs: WorkflowInputs = { ...asTyped, preferences: context.preferences };
  const missingApiKeyProblem = missingApiKeyProblemOf(inputs, context);
  // If the run is skipped, the service gets no request.
  if (inputText('base-url') === '' && !isSkipProblem(missingApiKeyProblem)) {
    mistakes.push(
      '`base-url` is empty: give the `https` address of the scanning service. If it comes from `vars.*`: pull requests from forks receive no variables.',
    );
  }
  const elsewhere = inputs.config?.elsewhere ?? null;
  if (elsewhere !== null && fullNameOf(elsewhere) === fullNameOf(context)) {
    mistakes.push(
      '`config` names this very repository with a reference, so a branch could choose its own policy. Give the path alone: the file is read from the default branch.',
    );
  }
  return { inputs, given, mistakes, missingApiKeyProblem };
}

/** GitHub does not tell letter case apart. */
function fullNameOf({ owner, repo }: Pick<InputContext, 'owner' | 'repo'>): string {
  return `${owner}/${repo}`.toLowerCase();
}

function missingApiKeyProblemOf(inputs: WorkflowInputs, { mayLackSecrets }: InputContext): Problem | null {
  if (inputs['api-key'] !== null) return null;
  const maySkip = mayLackSecrets && inputs['on-missing-api-key'] === 'skip';
  return { kind: maySkip ? 'missing-api-key-skipped' : 'missing-api-key' };
}

/** True if there is no API key, and the scan is skipped for that reason (`on-missing-api-key`). */
export function isSkipProblem(missingApiKeyProblem: Problem | null): boolean {
  return missingApiKeyProblem?.kind === 'missing-api-key-skipped';
}

/**
 * Reads the input `preferences`, and protects the secrets in it. The package for YAML is loaded only for it and for a
 * policy file, because loading it takes a tenth of a start.
 */
export async function readPreferences({
  runner,
  redactor,
  log,
}: RunPorts): Promise<{ preferences: Preferences | null; mistakes: string[] }> {
  const text = runner.input('preferences');
  if (text === '') return { preferences: null, mistakes: [] };
  const { readYaml } = await import('./yaml.ts');
  const { preferences, mistakes } = parsePreferences(readYaml(text));
  if (preferences === null) return { preferences, mistakes };
  for (const secret of preferenceSecrets(preferences)) redactor.add(secret);
  const names = undocumentedPreferences(preferences).map(([path]) => path.slice(0, 100));
  if (names.length > 0)
    log.warning(
      `\`preferences\`: ${names.join(', ')}: not known to this action, and sent to the service all the same. Check the spelling.`,
    );
  return { preferences, mistakes };
}
