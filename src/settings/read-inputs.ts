/** Reads all inputs: the values of those that the policy file can't set, and which of the others are given. */

import type { RunPorts } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import { type InputLookup, readGivenInputs } from './given-inputs.ts';
import {
  type InputName,
  type InputValue,
  inputNames,
  inputTable,
  type PolicySettingName,
} from './input-table.ts';
import type { Preferences } from './preferences.ts';

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
  const { given, mistakes } = readGivenInputs(inputText);
  const values = inputNames
    .filter((name) => !inputTable[name].mayBeInPolicyFile)
    // `null` is a value: `config` may be `none`.
    .map((name) => [name, given[name] === undefined ? inputTable[name].defaultValue : given[name]]);
  const inputs: WorkflowInputs = { ...Object.fromEntries(values), preferences: context.preferences };
  const missingApiKeyProblem = missingApiKeyProblemOf(inputs, context);
  // Without a key the service gets no request.
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
  const { parsePreferences, preferenceSecrets, undocumentedPreferences } = await import('./preferences.ts');
  const { preferences, mistakes } = parsePreferences(text);
  if (preferences === null) return { preferences, mistakes };
  for (const secret of preferenceSecrets(preferences)) redactor.add(secret);
  const names = undocumentedPreferences(preferences).map(([path]) => path.slice(0, 100));
  if (names.length > 0)
    log.warning(
      `\`preferences\`: ${names.join(', ')}: not known to this action, and sent to the service all the same. Check the spelling.`,
    );
  return { preferences, mistakes };
}
