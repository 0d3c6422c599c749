/** Reads the text of a policy file, and names every mistake with its line. */

import { type Document, isMap, isNode } from 'yaml';
import { z } from 'zod';
import { SettingsError } from '../core/problem.ts';
import { expectedBySchema } from './expected-by-schema.ts';
import { ignoreRuleSchema } from './ignore-rule.ts';
import { listMistakes } from './reader.ts';
import { type SettingName, settingNames, settingsTable } from './table.ts';
import { maskUrlSecrets } from './target-url.ts';
import { type Mistake, readYaml } from './yaml.ts';

type SettingSchemas = { [Name in SettingName]: (typeof settingsTable)[Name]['schema'] };

/** The JSON Schema for editors (`docs/scan-gate.schema.json`) is generated from it. */
export const policyFileSchema = z
  .strictObject({
    // `Object.fromEntries` does not know which schema a name has.
    ...(Object.fromEntries(settingNames.map((name) => [name, settingsTable[name].schema])) as SettingSchemas),
    ignore: z.array(ignoreRuleSchema).describe('Rules for findings that need not block.'),
  })
  .partial()
  .describe('Policy of Scan Gate, .github/scan-gate.yml');
export type PolicyFile = z.output<typeof policyFileSchema>;

/** Which policy file was read, and with which content. */
export interface PolicyFileVersion {
  /** As `config` names it: `PATH`, or `OWNER/REPO/PATH@REF`. */
  readonly name: string;
  /** `OWNER/REPO` that holds the file. */
  readonly repository: string;
  readonly path: string;
  /** The commit of another repository at which the file was read; `null`: the default branch of this repository. */
  readonly commit: string | null;
  /** The blob SHA: the hash of its content in git. */
  readonly blob: string;
}

export interface ParsedPolicyFile extends PolicyFileVersion {
  readonly values: PolicyFile;
  /** Line of each rule of `ignore`, from 1. */
  readonly ignoreLines: readonly number[];
}

/**
 * Parses the text of a policy file.
 *
 * @throws SettingsError that names every mistake with its line, its key and what is allowed
 */
export function parsePolicyFile(text: string, version: PolicyFileVersion): ParsedPolicyFile {
  const { document, lineAt, mistakes } = readYaml(text);
  if (mistakes.length > 0) throw wrongFileError(version, mistakes);
  const lineOf: LineLookup = (path, key) => lineAt(offsetOf(document, path, key));
  const value: unknown = document.toJS() ?? {};
  const checked = policyFileSchema.safeParse(value, { error: expectedBySchema });
  if (!checked.success) {
    const wrongValues = checked.error.issues.flatMap((issue) => mistakesInIssue(issue, lineOf));
    throw wrongFileError(version, wrongValues);
  }
  const ignoreLines = (checked.data.ignore ?? []).map((_, index) => lineOf(['ignore', index]));
  return { ...version, values: checked.data, ignoreLines };
}

/** The way to a value in the file: `['ignore', 0, 'reason']`. */
type ValuePath = readonly PropertyKey[];
/** The line of the value at a path, or of a key in it. */
type LineLookup = (path: ValuePath, key?: string) => number;

/** Where the value at `path`, or `key` in it, starts. If there is no such value, where the value around it starts. */
function offsetOf(document: Document, path: ValuePath, key: string | undefined): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const value = document.getIn(path.slice(0, length), true);
    const pairs = length === path.length && isMap(value) ? value.items : [];
    const node = pairs.find((pair) => String(pair.key) === key)?.key ?? value;
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function wrongFileError({ name, commit }: PolicyFileVersion, mistakes: readonly Mistake[]): SettingsError {
  const inOrder = mistakes.toSorted((one, other) => one.line - other.line);
  const list = listMistakes(inOrder.map(({ line, message }) => `line ${line}: ${message}`));
  const remedy =
    commit === null ? 'Correct it on the default branch' : `Correct it there (read at ${commit})`;
  return new SettingsError(`The policy file \`${name}\` is wrong. ${remedy}:\n${list}`);
}

/**
 * One mistake, or one for each key that is not known. The message of the issue is what {@link expectedBySchema} says.
 */
function mistakesInIssue(issue: z.core.$ZodIssue, lineOf: LineLookup): Mistake[] {
  const { path, message: expected } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const name = valueName([...path, maskUrlSecrets(key)]);
      const message = `\`${name}\` is not known here, allowed are ${expected}`;
      return { line: lineOf(path, key), message };
    });
  const name = path.length === 0 ? 'the file' : `\`${valueName(path)}\``;
  return [{ line: lineOf(path), message: `${name} is wrong, expected ${expected}` }];
}

/** `ignore[0].reason` for `['ignore', 0, 'reason']`. */
function valueName(path: ValuePath): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.join('').replace(/^\./, '');
}
