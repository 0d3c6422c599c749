/** Reads the inputs by their table, and says what is wrong with them in the words of every error about settings. */

import * as z from 'zod/mini';
import { SettingsError } from '../core/problem.ts';
import { type GivenValues, type InputName, inputNames, inputTable } from './input-table.ts';
import { maskUrlSecrets } from './target-url.ts';

/** Returns the text of an input, trimmed; empty when not given. */
export type InputLookup = (name: string) => string;

/** Inputs that are secrets: never quoted, and masked before anything else. */
export const secretInputs: readonly string[] = ['api-key', 'github-token', 'config-token'];
/** Inputs that no error quotes: `preferences` may hold secrets too. */
const unquotedInputs: readonly string[] = [...secretInputs, 'preferences'];
const maxQuoteLength = 80;

/** Reads every input. `mistakes` names each wrong one, so that one error can name them all. */
export function readGivenInputs(inputText: InputLookup): { given: GivenValues; mistakes: string[] } {
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

/** What was expected in place of a text, or of each wrong field in it. */
export function expectedOf(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `${message} for \`${path.join('.')}\``))
    .join('; ');
}

/** The input with its value, shortened to one line, without the parts of a URL that may hold a secret. */
function quote(name: InputName, text: string): string {
  if (unquotedInputs.includes(name)) return `\`${name}\` is ***`;
  const line = maskUrlSecrets(text.replace(/\s+/g, ' '));
  return `\`${name}\` is \`${line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line}\``;
}

/** The error that names every mistake; `null` if there is none. */
export function inputErrorOf(mistakes: readonly string[]): SettingsError | null {
  if (mistakes.length === 0) return null;
  const isOne = mistakes.length === 1;
  const title = isOne ? 'An input is wrong' : `${mistakes.length} inputs are wrong`;
  const remedy = `Correct ${isOne ? 'it' : 'them'} under \`with:\` in the workflow:`;
  return new SettingsError(`${title}. ${remedy}\n${listMistakes(mistakes)}`);
}

/** One mistake in each line. */
export function listMistakes(mistakes: readonly string[]): string {
  return mistakes.map((mistake) => `- ${mistake}`).join('\n');
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: '`true` or `false`',
  number: 'a whole number',
  int: 'a whole number',
  array: 'a list',
  object: 'a mapping',
};

/**
 * The `error` option of zod's `safeParse`: gives each issue a message that says what was expected, as the end of a
 * sentence. A message in a schema goes before it.
 */
export function expectationOfIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return quotedChoices(issue.values.map(String));
    case 'invalid_type': {
      const type = typeWords[issue.expected] ?? issue.expected;
      return issue.input === undefined ? `${type}, it is missing` : type;
    }
    case 'too_small':
      // No schema asks for anything else without a message of its own.
      return 'text that is not empty';
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodMiniObject ? quotedChoices(Object.keys(issue.inst.shape)) : undefined;
    default:
      return undefined;
  }
}

/** The values between backticks: `a`, `b` or `c`. */
function quotedChoices(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
