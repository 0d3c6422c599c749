import { hash } from 'node:crypto';
import type { z } from 'zod';
import { SettingsError } from '../core/problem.ts';
import { listValues, maskUrlSecrets } from '../inputs/read-input.ts';
import {
  type OrganizationFile,
  organizationFileSchema,
  type PolicyFile,
  policyFileSchema,
} from './policy-schema.ts';

/** A valid policy file. */
export interface ParsedPolicyFile<Values = PolicyFile> {
  readonly path: string;
  /** SHA-256 of its text, in hexadecimal digits. */
  readonly digest: string;
  readonly values: Values;
  /** Line of each rule of `ignore`, from 1. */
  readonly ignoreLines: readonly number[];
}

type Path = readonly PropertyKey[];
/** The line of the value at a path, or of one of its keys. If there is none, the line of what encloses it. */
type LineOf = (path: Path, key?: string) => number;

/**
 * Parses the text of a policy file.
 *
 * @param path for messages
 * @throws SettingsError that names every mistake with its line, its key and what is allowed
 */
export function parsePolicyFile(text: string, path: string): Promise<ParsedPolicyFile> {
  return parseFile(text, path, policyFileSchema);
}

/** Parses the text of an organization's policy file, as {@link parsePolicyFile} does. */
export function parseOrganizationFile(
  text: string,
  path: string,
): Promise<ParsedPolicyFile<OrganizationFile>> {
  return parseFile(text, path, organizationFileSchema);
}

async function parseFile<Values extends Pick<PolicyFile, 'ignore'>>(
  text: string,
  path: string,
  schema: z.ZodObject & z.ZodType<Values>,
): Promise<ParsedPolicyFile<Values>> {
  const { LineCounter, parseDocument, isMap, isNode, visit } = await import('yaml');
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line);
  const broken = document.errors.map(
    (error) => `line ${lineAt(error.pos[0])}: ${maskUrlSecrets(error.message)}`,
  );
  // A few aliases can expand to gigabytes.
  visit(document, {
    Alias: (_, { source, range }) => {
      broken.push(
        `line ${lineAt(range?.[0] ?? 0)}: the alias \`*${maskUrlSecrets(source)}\` is not taken, write the value out`,
      );
    },
  });
  if (broken.length > 0) throw wrongFile(path, broken);

  const lineOf: LineOf = (at, key) => {
    for (let length = at.length; length >= 0; length -= 1) {
      const node = length === 0 ? document.contents : document.getIn(at.slice(0, length), true);
      const pair =
        key !== undefined && length === at.length && isMap(node)
          ? node.items.find((item) => String(item.key) === key)
          : undefined;
      const found = pair === undefined ? node : pair.key;
      if (isNode(found) && found.range) return lineAt(found.range[0]);
    }
    return 1;
  };
  const value: unknown = document.toJS({ maxAliasCount: 0 }) ?? {};
  const checked = schema.safeParse(value, { reportInput: true });
  if (!checked.success) {
    const mistakes = checked.error.issues.flatMap((issue) =>
      describeIssue(issue, lineOf, Object.keys(schema.shape)),
    );
    throw wrongFile(
      path,
      mistakes
        .toSorted((one, other) => one.line - other.line)
        .map(({ line, text }) => `line ${line}: ${text}`),
    );
  }
  const ignoreLines = (checked.data.ignore ?? []).map((_, index) => lineOf(['ignore', index]));
  return { path, digest: hash('sha256', text), values: checked.data, ignoreLines };
}

function wrongFile(path: string, mistakes: readonly string[]): SettingsError {
  return new SettingsError(
    `The policy file \`${path}\` is wrong:\n${mistakes.map((mistake) => `- ${mistake}`).join('\n')}`,
  );
}

type Issue = z.core.$ZodIssue;

function describeIssue(
  issue: Issue,
  lineOf: LineOf,
  keys: readonly string[],
): { line: number; text: string }[] {
  const name = issue.path.length === 0 ? 'the file' : `\`${nameOf(issue.path)}\``;
  if (issue.code === 'unrecognized_keys') {
    const known = listValues(issue.path.length === 0 ? keys : knownKeys(issue.path));
    return issue.keys.map((key) => {
      const path = [nameOf(issue.path), maskUrlSecrets(key)].filter((part) => part !== '').join('.');
      return { line: lineOf(issue.path, key), text: `\`${path}\` is not known here, allowed are ${known}` };
    });
  }
  return [{ line: lineOf(issue.path), text: `${name} is wrong, expected ${expectedBy(issue)}` }];
}

/** `ignore[0].reason` for `['ignore', 0, 'reason']`. */
function nameOf(path: Path): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

/** The keys of the mapping at `path`. */
function knownKeys(path: Path): string[] {
  const { ignore, host, target, 'max-findings': budgets, 'fix-within': within } = policyFileSchema.shape;
  const shapes: Record<string, object> = {
    ignore: ignore.unwrap().element.shape,
    host: host.unwrap().shape,
    target: target.unwrap().shape,
    'max-findings': budgets.unwrap().keyType.enum,
    'fix-within': within.unwrap().keyType.enum,
    'allow-ignores': organizationFileSchema.shape['allow-ignores'].unwrap().shape,
  };
  return Object.keys(shapes[String(path[0])] ?? {});
}

function expectedBy(issue: Issue): string {
  if (issue.code === 'invalid_value') return listValues(issue.values.map(String));
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? `${a(issue.expected)}, it is missing` : a(issue.expected);
  if (issue.code === 'too_small' && issue.origin === 'string') return 'text that is not empty';
  if (issue.code === 'too_small') return `at least ${issue.minimum}${unitOf(issue.origin)}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}${unitOf(issue.origin)}`;
  return issue.message;
}

function unitOf(origin: string): string {
  return origin === 'array' ? ' entries' : '';
}

function a(type: string): string {
  const words: Readonly<Record<string, string>> = {
    string: 'text',
    boolean: '`true` or `false`',
    number: 'a number',
    int: 'a whole number',
    array: 'a list',
    object: 'a mapping',
    record: 'a mapping of severities to counts',
  };
  return words[type] ?? type;
}
