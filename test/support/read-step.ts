import { createInputReader, type InputLookup } from '../../src/inputs/reader.ts';
import { readStepInputs, type StepInputs } from '../../src/inputs/step-inputs.ts';
import { type InputSettings, readInputSettings } from '../../src/policy/settings-in-force.ts';

/** All that the inputs of a step say, read as `prepare.ts` reads it. @throws SettingsError that names every wrong input */
export function readStep(inputText: InputLookup): StepInputs & { readonly given: InputSettings } {
  const reader = createInputReader(inputText);
  const step = { ...readStepInputs(reader, false), given: readInputSettings(reader) };
  const error = reader.error();
  if (error !== null) throw error;
  return step;
}
