/** The policy file and its ignore rules: reads its text, and names every mistake with its line. */

import { type Document, isMap, isNode } from 'yaml';
import * as z from 'zod/mini';
import { fingerprintVersion } from '../core/ids.ts';
import { SettingsError } from '../core/problem.ts';
import { severities } from '../core/severity.ts';
import { inputTable, type PolicySettingName, policySettingNames } from './input-table.ts';
import { expectationOfIssue, listMistakes, type Mistake } from './mistakes.ts';
import { maskUrlSecrets } from './site-address.ts';
import { readYaml } from './yaml.ts';

// A message says what is expected, as the end of a sentence.

const text = (description: string) =>
  z.string().check(z.regex(/\S/, 'text that is not empty'), z.describe(description));
/** One value, or a list of them. */
function oneOrMore<T>(item: z.ZodMiniType<T>, expected: string, description: string) {
  return z
    .pipe(
      z.union([item, z.array(item).check(z.minLength(1, expected))], expected),
      z.transform((value): readonly T[] => (Array.isArray(value) ? value : [value])),
    )
    .check(z.describe(description));
}
const expectedCwe = 'a CWE number such as `79`, or a list of them';
const cwe = z.int(expectedCwe).check(z.positive(expectedCwe));
const expectedCve = 'an identifier such as `CVE-2021-23017`, or a list of them';
const cve = z.string().check(z.regex(/^[Cc][Vv][Ee]-\d{4}-\d{4,19}$/, expectedCve), z.toUpperCase());
const expectedFingerprint = `\`${fingerprintVersion}:\` and 20 hex digits, as the reports show it, or a list of them`;
const fingerprint = z
  .string()
  .check(z.regex(new RegExp(`^${fingerprintVersion}:[0-9a-f]{20}$`), expectedFingerprint));
/** An ignore rule must have at least one of these. */
const matchers = ['fingerprint', 'name', 'group', 'cwe', 'cve'] as const;

const ignoreConditions = z.partial(
  z.strictObject({
    fingerprint: oneOrMore(
      fingerprint,
      expectedFingerprint,
      'Fingerprint, or a list, as the reports show it: covers these places of a finding.',
    ),
    name: text('Glob over the name: `*` any characters, `?` one; letter case does not count.'),
    group: text('Group of the finding, as the service names it.'),
    cwe: oneOrMore(
      cwe,
      expectedCwe,
      'CWE number, or a list: takes findings that name CWE numbers, all of them in the list.',
    ),
    cve: oneOrMore(
      cve,
      expectedCve,
      'CVE identifier, or a list: takes findings that name CVE identifiers, all of them in the list.',
    ),
    where: text(
      'Glob over the places: covers the places that match, of the findings that match the other fields. Letter case counts.',
    ),
    severity: z.enum(severities).check(z.describe('Ceiling: the rule takes no finding that is more severe.')),
  }),
);

const ignoreRuleSchema = z
  .extend(ignoreConditions, {
    reason: text('Why this need not block. Shown in the reports.').check(z.trim()),
    expires: z.optional(
      z.iso
        .date('a date such as `2026-12-31`')
        .check(z.describe('Last day on which the rule applies, `YYYY-MM-DD`, UTC.')),
    ),
    owner: z.optional(text('Who answers for the rule.')),
  })
  .check(
    z.refine((rule) => matchers.some((field) => rule[field] !== undefined), {
      error: 'at least one of `fingerprint`, `name`, `group`, `cwe` or `cve`',
      // Checked even if there are other mistakes, so that one error names all.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
    z.meta({
      description:
        'Findings that match every given field do not block if rules cover all their places. A rule without `fingerprint` and `where` covers every place, new ones too.',
      anyOf: matchers.map((field) => ({ required: [field] })),
    }),
  );

type SettingSchemas = { [Name in PolicySettingName]: (typeof inputTable)[Name]['schema'] };

/** The JSON Schema for editors (`docs/scan-gate.schema.json`) is generated from it. */
export const policyFileSchema = z
  .partial(
    z.strictObject({
      // `Object.fromEntries` does not know which schema a name has.
      ...(Object.fromEntries(
        policySettingNames.map((name) => [name, inputTable[name].schema]),
      ) as SettingSchemas),
      ignore: z.array(ignoreRuleSchema).check(z.describe('Rules for findings that need not block.')),
    }),
  )
  .check(z.describe('Policy of Scan Gate, .github/scan-gate.yml'));
type PolicyFile = z.output<typeof policyFileSchema>;

/** Findings that match every given field do not block if rules cover all their places; `null`: not given. */
export type IgnoreRule = ReturnType<typeof ignoreRuleOf>;

/** @param line of the rule in the policy file, from 1 */
function ignoreRuleOf(rule: z.infer<typeof ignoreRuleSchema>, line: number) {
  const { fingerprint = null, name = null, group = null, cwe = null, cve = null } = rule;
  const { where = null, severity: ceiling = null, reason, expires = null, owner = null } = rule;
  return { fingerprint, name, group, cwe, cve, where, severity: ceiling, reason, expires, owner, line };
}

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

export interface ParsedPolicyFile {
  readonly version: PolicyFileVersion;
  readonly values: PolicyFile;
  readonly ignore: readonly IgnoreRule[];
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
  const checked = policyFileSchema.safeParse(value, { error: expectationOfIssue });
  if (!checked.success) {
    const wrongValues = checked.error.issues.flatMap((issue) => mistakesInIssue(issue, lineOf));
    throw wrongFileError(version, wrongValues);
  }
  const values = checked.data;
  const ignore = (values.ignore ?? []).map((rule, index) => ignoreRuleOf(rule, lineOf(['ignore', index])));
  return { version, values, ignore };
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
 * One mistake, or one for each key that is not known. The message of the issue is what {@link expectationOfIssue} says.
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
