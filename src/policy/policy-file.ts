/** Reads the text of a policy file, and names every mistake with its line. */

import { hash } from 'node:crypto';
import { type Document, isMap, isNode } from 'yaml';
import type { z } from 'zod';
import { SettingsError } from '../core/problem.ts';
import { expectedBySchema } from '../inputs/expected-by-schema.ts';
import { listMistakes } from '../inputs/reader.ts';
import { maskUrlSecrets } from '../inputs/target-url.ts';
import { type Mistake, readYaml } from '../inputs/yaml.ts';
import { type PolicyFile, policyFileSchema } from './policy-schema.ts';

/** Which policy file was read, and with which content. */
export interface PolicyFileVersion {
  readonly path: string;
  /** The blob SHA: the hash of its content in git; `null` if it is not read from a repository. */
  readonly blob: string | null;
  /** SHA-256 of its text, in hexadecimal digits. */
  readonly digest: string;
}

export interface ParsedPolicyFile<Values = PolicyFile> extends PolicyFileVersion {
  readonly values: Values;
  /** Line of each rule of `ignore`, from 1. */
  readonly ignoreLines: readonly number[];
}

/**
 * Parses the text of a policy file.
 *
 * @param path for messages
 * @param blob {@link PolicyFileVersion.blob}
 * @throws SettingsError that names every mistake with its line, its key and what is allowed
 */
export function parsePolicyFile(text: string, path: string, blob: string | null = null): ParsedPolicyFile {
  return parseBySchema(text, { path, blob }, policyFileSchema);
}

/** As {@link parsePolicyFile}, for the values that `schema` takes. */
export function parseBySchema<Values extends Pick<PolicyFile, 'ignore'>>(
  text: string,
  { path, blob }: Pick<ParsedPolicyFile, 'path' | 'blob'>,
  schema: z.ZodObject & z.ZodType<Values>,
): ParsedPolicyFile<Values> {
  const { document, lineAt, mistakes } = readYaml(text);
  if (mistakes.length > 0) throw wrongFileError(path, mistakes);
  const lineOf: LineLookup = (path, key) => lineAt(offsetOf(document, path, key));
  const value: unknown = document.toJS() ?? {};
  const checked = schema.safeParse(value, { error: expectedBySchema });
  if (!checked.success) {
    const wrongValues = checked.error.issues.flatMap((issue) => mistakesInIssue(issue, lineOf));
    throw wrongFileError(path, wrongValues);
  }
  const ignoreLines = (checked.data.ignore ?? []).map((_, index) => lineOf(['ignore', index]));
  return { path, blob, digest: hash('sha256', text), values: checked.data, ignoreLines };
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

function wrongFileError(path: string, mistakes: readonly Mistake[]): SettingsError {
  const inOrder = mistakes.toSorted((one, other) => one.line - other.line);
  const list = listMistakes(inOrder.map(({ line, message }) => `line ${line}: ${message}`));
  return new SettingsError(
    `The policy file \`${path}\` is wrong. Correct it where it is read, on the default branch or at the \`@REF\` of \`org-policy\`:\n${list}`,
  );
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
