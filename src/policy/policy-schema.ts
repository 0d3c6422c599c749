/**
 * The schema of the policy file. The JSON Schema for editors (`docs/scan-gate.schema.json`) and the table in the docs
 * are generated from it.
 */

import { z } from 'zod';
import { failOnValues } from '../core/choices.ts';
import { fingerprintVersion } from '../core/fingerprint-version.ts';
import { severities } from '../core/severity.ts';
import { policyRows, publishingRows, schemasOf } from './settings-table.ts';

// A message says what is expected, as the end of a sentence.

const text = (description: string) => z.string().min(1).describe(description);
/** One value, or a list of them. */
const oneOrMore = <T>(item: z.ZodType<T>, expected: string) =>
  z
    .union([item, z.array(item).min(1)], expected)
    .transform((value): readonly T[] => (Array.isArray(value) ? value : [value]));
const severity = z.enum(severities);
const host = z
  .string()
  .regex(
    /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/,
    'a host such as `login.example.com`, with or without a port',
  );
const expectedCwe = 'a CWE number such as `79`, or a list of them';
const cwe = z.int(expectedCwe).positive(expectedCwe);
const expectedCve = 'an identifier such as `CVE-2021-23017`, or a list of them';
const cve = z
  .string()
  .regex(/^[Cc][Vv][Ee]-\d{4}-\d{4,19}$/, expectedCve)
  .toUpperCase();
const fingerprintPattern = new RegExp(`^${fingerprintVersion}:[0-9a-f]{20}$`);
/** An ignore rule must have at least one of these. `where` only narrows. */
const matchers = ['fingerprint', 'name', 'group', 'type', 'cwe', 'cve'] as const;

const ignoreConditions = z
  .strictObject({
    fingerprint: z
      .string()
      .regex(fingerprintPattern, `\`${fingerprintVersion}:\` and 20 hex digits, as the reports show it`)
      .describe('Fingerprint of one finding, as the reports show it.'),
    name: text('Glob over the name: `*` any characters, `?` one; letter case does not count.'),
    group: text('Group of the finding, as the service names it.'),
    type: text('Issue type of the finding, as the service names it.'),
    cwe: oneOrMore(cwe, expectedCwe).describe(
      'CWE number, or a list: takes findings that name CWE numbers, all of them in the list.',
    ),
    cve: oneOrMore(cve, expectedCve).describe(
      'CVE identifier, or a list: takes findings that name CVE identifiers, all of them in the list.',
    ),
    where: z
      .string()
      .regex(/^[/*?]/, 'a glob over paths, such as `/docs/*`')
      .describe(
        'Glob over the paths where the finding is, such as `/docs/*`: takes findings whose places are all known, if all match. Narrows a rule, so another field is needed beside it.',
      ),
    severity: severity.describe('Ceiling: the rule takes no finding that is more severe.'),
  })
  .partial();

const ignoreRule = ignoreConditions
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
    error: 'at least one of `fingerprint`, `name`, `group`, `type`, `cwe` or `cve`',
    // Checked even if there are other mistakes, so that one error names all.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    description: 'Findings that match every given field do not block.',
    anyOf: matchers.map((field) => ({ required: [field] })),
  });

const hostRules = z
  .strictObject({
    'allowed-ports': z.array(z.int().min(1).max(65_535)).describe('Any other open port is a violation.'),
    'certificate-min-days': z.int().min(0).max(3650).describe('Days every certificate must still be valid.'),
    'require-waf': z.boolean().describe('A host without a detected firewall is a violation.'),
    severity: severity.describe('Severity a violation counts with. Default `high`.'),
  })
  .partial()
  .describe('Rules for the host, judged on what the scan learned of it.');

const policySettings = schemasOf(policyRows);

const rules = {
  ignore: z.array(ignoreRule).describe('Rules for findings that need not block.'),
  host: hostRules,
  target: z
    .strictObject({
      'allowed-redirects': z
        .array(host)
        .describe('Hosts that the target may lead to, with or without a port.'),
    })
    .partial()
    .describe('Rules for the target.'),
};

export const policyFileSchema = z
  .strictObject({ ...policySettings, ...schemasOf(publishingRows), ...rules })
  .partial()
  .describe('Policy of Scan Gate, .github/scan-gate.yml');

export type PolicyFile = z.infer<typeof policyFileSchema>;

/** The policy file of an organization (`org-policy`). */
export const organizationFileSchema = z
  .strictObject({ ...policySettings, ...rules })
  .partial()
  .extend({
    'fail-on': z.enum(failOnValues).describe('Lowest severity that blocks. Required.'),
    'allow-ignores': z
      .strictObject({
        'max-days': z
          .int()
          .min(0)
          .max(3650)
          .describe('The rule must have an `expires` date at most so many days from today.'),
        'max-severity': severity.describe('The rule takes no finding that is more severe.'),
      })
      .optional()
      .describe('Which ignore rules of a repository count. Default is none.'),
    'allow-baseline': z
      .boolean()
      .optional()
      .describe('The baseline of a repository counts, if it is a URL. Default `false`.'),
  })
  .describe('Policy of an organization for Scan Gate, for `org-policy`');
