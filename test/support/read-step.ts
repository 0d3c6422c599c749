import { type InputLookup, inputErrorOf } from '../../src/settings/reader.ts';
import { readInputs, type StepInputs } from '../../src/settings/step-inputs.ts';

const runContext = { owner: 'acme', repo: 'storefront', mayHaveNoSecrets: false, preferences: null };

/** The inputs of a step, read as `prepare.ts` reads them. @throws SettingsError that names every wrong input */
export function readStep(inputText: InputLookup): StepInputs & Pick<ReturnType<typeof readInputs>, 'given'> {
  const { inputs, given, mistakes } = readInputs(inputText, runContext);
  const error = inputErrorOf(mistakes);
  if (error !== null) throw error;
  return { ...inputs, given };
}
