/** An ignore rule of the policy file. */

import { z } from 'zod';
import { severities } from '../core/severity.ts';

/**
 * The version that a fingerprint starts with, as in `v1:6b1f…`. A change of what `gate/fingerprint.ts` hashes needs a
 * new version: ignore rules of another version are refused, and GitHub closes all alerts and opens new ones.
 */
export const fingerprintVersion = 'v1';

// A message says what is expected, as the end of a sentence.

const text = (description: string) => z.string().min(1).describe(description);
/** One value, or a list of them. */
const oneOrMore = <T>(item: z.ZodType<T>, expected: string) =>
  z
    .union([item, z.array(item).min(1)], expected)
    .transform((value): readonly T[] => (Array.isArray(value) ? value : [value]));
const severity = z.enum(severities);
const expectedCwe = 'a CWE number such as `79`, or a list of them';
const cwe = z.int(expectedCwe).positive(expectedCwe);
const expectedCve = 'an identifier such as `CVE-2021-23017`, or a list of them';
const cve = z
  .string()
  .regex(/^[Cc][Vv][Ee]-\d{4}-\d{4,19}$/, expectedCve)
  .toUpperCase();
const expectedFingerprint = `\`${fingerprintVersion}:\` and 20 hex digits, as the reports show it, or a list of them`;
const fingerprint = z.string().regex(new RegExp(`^${fingerprintVersion}:[0-9a-f]{20}$`), expectedFingerprint);
/** An ignore rule must have at least one of these. */
const matchers = ['fingerprint', 'name', 'group', 'cwe', 'cve'] as const;

const ignoreConditions = z
  .strictObject({
    fingerprint: oneOrMore(fingerprint, expectedFingerprint).describe(
      'Fingerprint, or a list, as the reports show it: covers these places of a finding.',
    ),
    name: text('Glob over the name: `*` any characters, `?` one; letter case does not count.'),
    group: text('Group of the finding, as the service names it.'),
    cwe: oneOrMore(cwe, expectedCwe).describe(
      'CWE number, or a list: takes findings that name CWE numbers, all of them in the list.',
    ),
    cve: oneOrMore(cve, expectedCve).describe(
      'CVE identifier, or a list: takes findings that name CVE identifiers, all of them in the list.',
    ),
    where: text(
      'Glob over the places: covers the places that match, of the findings that match the other fields. Letter case counts.',
    ),
    severity: severity.describe('Ceiling: the rule takes no finding that is more severe.'),
  })
  .partial();

export const ignoreRuleSchema = ignoreConditions
  .extend({
    reason: z
      .string()
      .trim()
      .min(1)
      // The pattern is for the JSON Schema, which cannot trim.
      .meta({ description: 'Why this need not block. Shown in the reports.', pattern: '\\S' }),
    expires: z.iso
      .date('a date such as `2026-12-31`')
      .optional()
      .describe('Last day on which the rule applies, `YYYY-MM-DD`, UTC.'),
    owner: text('Who answers for the rule.').optional(),
  })
  .refine((rule) => matchers.some((field) => rule[field] !== undefined), {
    error: 'at least one of `fingerprint`, `name`, `group`, `cwe` or `cve`',
    // Checked even if there are other mistakes, so that one error names all.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    description:
      'Findings that match every given field do not block if rules cover all their places. A rule without `fingerprint` and `where` covers every place, new ones too.',
    anyOf: matchers.map((field) => ({ required: [field] })),
  });

/** Findings that match every given field do not block if rules cover all their places; `null`: not given. */
export type IgnoreRule = ReturnType<typeof ignoreRuleOf>;

/** @param line of the rule in the policy file, from 1 */
export function ignoreRuleOf(rule: z.infer<typeof ignoreRuleSchema>, line: number) {
  const { fingerprint = null, name = null, group = null, cwe = null, cve = null } = rule;
  const { where = null, severity: ceiling = null, reason, expires = null, owner = null } = rule;
  return { fingerprint, name, group, cwe, cve, where, severity: ceiling, reason, expires, owner, line };
}
