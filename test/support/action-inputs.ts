/** Inputs as the runner hands them to an action: every input of `action.yml`, its default evaluated where none is given. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

export interface ActionDefinition {
  /** Name → default as written; `''` where there is none. */
  readonly defaults: Readonly<Record<string, string>>;
  /** `runs.main`, relative to the file's folder. */
  readonly main: string;
}

/** Expression (spaces around it removed) → value. */
export type Expressions = Readonly<Record<string, string>>;

function mapping(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Text of a file → what it defines: the same file is read for each run. */
const known = new Map<string, ActionDefinition>();

/** @throws {Error} where the file does not say what to run */
export async function readAction(path: string): Promise<ActionDefinition> {
  const text = await readFile(path, 'utf8');
  const definition = known.get(text) ?? parseAction(text, path);
  known.set(text, definition);
  return definition;
}

function parseAction(text: string, path: string): ActionDefinition {
  const action = mapping(parse(text));
  const defaults: Record<string, string> = {};
  for (const [name, input] of Object.entries(mapping(action['inputs']))) {
    const value = mapping(input)['default'];
    defaults[name] = value === undefined || value === null ? '' : String(value);
  }
  const main = mapping(action['runs'])['main'];
  if (typeof main !== 'string') throw new Error(`${path} has no runs.main`);
  return { defaults, main };
}

/** `${{ … }}` within a default; the runner evaluates it against the contexts of the job. */
function evaluate(text: string, expressions: Expressions): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_match, expression: string) => {
    const value = expressions[expression.trim().replace(/\s*([(),])\s*/g, '$1')];
    if (value === undefined)
      throw new Error(`the expression "${expression.trim()}" is not known: pass it in expressions`);
    return value;
  });
}

/**
 * `INPUT_…` variables for a step: names in upper case, spaces as underscores, hyphens kept.
 *
 * @throws {Error} for an input the action does not have: the runner only warns, but in a test it is a slip
 */
export function inputVariables(
  action: ActionDefinition,
  given: Readonly<Record<string, string>>,
  expressions: Expressions,
): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !(name in action.defaults));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(action.defaults)) {
    variables[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] =
      given[name] ?? evaluate(value, expressions);
  }
  return variables;
}
