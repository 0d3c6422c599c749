import { hash } from 'node:crypto';
import { isMap, isNode } from 'yaml';
import type { z } from 'zod';
import { SettingsError } from '../core/problem.ts';
import { expectedBySchema } from '../inputs/expected-by-schema.ts';
import { listMistakes } from '../inputs/reader.ts';
import { maskUrlSecrets } from '../inputs/target-url.ts';
import { type Mistake, readYaml } from '../inputs/yaml.ts';
import {
  type OrganizationFile,
  organizationFileSchema,
  type PolicyFile,
  policyFileSchema,
} from './policy-schema.ts';

/** Which policy file was read, and with which content. */
export interface PolicyFileVersion {
  readonly path: string;
  /** The blob SHA: the hash of its content in git; `null` if it is not read from a repository. */
  readonly blob: string | null;
  /** SHA-256 of its text, in hexadecimal digits. */
  readonly digest: string;
}

/** A valid policy file. */
export interface ParsedPolicyFile<Values = PolicyFile> extends PolicyFileVersion {
  readonly values: Values;
  /** Line of each rule of `ignore`, from 1. */
  readonly ignoreLines: readonly number[];
}

type Path = readonly PropertyKey[];
/** The line of the value at `path`, or of `key` in it. If there is no such value, the line of the value around it. */
type LineOf = (path: Path, key?: string) => number;

/**
 * Parses the text of a policy file.
 *
 * @param path for messages
 * @param blob {@link PolicyFileVersion.blob}
 * @throws SettingsError that names every mistake with its line, its key and what is allowed
 */
export function parsePolicyFile(text: string, path: string, blob: string | null = null): ParsedPolicyFile {
  return parseFile(text, { path, blob }, policyFileSchema);
}

/** Parses the text of an organization's policy file, as {@link parsePolicyFile} does. */
export function parseOrganizationFile(text: string, path: string): ParsedPolicyFile<OrganizationFile> {
  return parseFile(text, { path, blob: null }, organizationFileSchema);
}

function parseFile<Values extends Pick<PolicyFile, 'ignore'>>(
  text: string,
  { path, blob }: Pick<ParsedPolicyFile, 'path' | 'blob'>,
  schema: z.ZodObject & z.ZodType<Values>,
): ParsedPolicyFile<Values> {
  const { document, lineAt, mistakes: yamlMistakes } = readYaml(text);
  if (yamlMistakes.length > 0) throw wrongFile(path, yamlMistakes);

  const lineOf: LineOf = (at, key) => {
    for (let length = at.length; length >= 0; length -= 1) {
      const node = document.getIn(at.slice(0, length), true);
      const pairs = length === at.length && isMap(node) ? node.items : [];
      const place = pairs.find((pair) => String(pair.key) === key)?.key ?? node;
      if (isNode(place) && place.range) return lineAt(place.range[0]);
    }
    return 1;
  };
  const value: unknown = document.toJS() ?? {};
  const checked = schema.safeParse(value, { error: expectedBySchema });
  if (!checked.success)
    throw wrongFile(
      path,
      checked.error.issues.flatMap((issue) => describeIssue(issue, lineOf)),
    );
  const ignoreLines = (checked.data.ignore ?? []).map((_, index) => lineOf(['ignore', index]));
  return { path, blob, digest: hash('sha256', text), values: checked.data, ignoreLines };
}

function wrongFile(path: string, mistakes: readonly Mistake[]): SettingsError {
  const inOrder = mistakes.toSorted((one, other) => one.line - other.line);
  const list = listMistakes(inOrder.map(({ line, what }) => `line ${line}: ${what}`));
  return new SettingsError(
    `The policy file \`${path}\` is wrong. Correct it where it is read, on the default branch or at the \`@REF\` of \`org-policy\`:\n${list}`,
  );
}

function describeIssue(issue: z.core.$ZodIssue, lineOf: LineOf): Mistake[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const name = settingName([...path, maskUrlSecrets(key)]);
      return { line: lineOf(path, key), what: `\`${name}\` is not known here, allowed are ${message}` };
    });
  }
  const value = path.length === 0 ? 'the file' : `\`${settingName(path)}\``;
  return [{ line: lineOf(path), what: `${value} is wrong, expected ${message}` }];
}

/** `ignore[0].reason` for `['ignore', 0, 'reason']`. */
function settingName(path: Path): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return parts.join('').replace(/^\./, '');
}
