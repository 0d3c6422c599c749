/**
 * The schema of the policy file. The JSON Schema for editors (`docs/scan-gate.schema.json`) and the table in the docs
 * are generated from it.
 */
import { z } from 'zod';
import { severities } from '../core/severity.ts';
import { commentModes, disclosures, languages, reportTypes, thresholds } from '../core/words.ts';
import { expectedColor, expectedWebUrl, webUrl } from '../inputs/read-input.ts';
import { expectedBaseline, parseBaseline } from './parse-baseline.ts';

// A message says what is expected, as the end of a sentence.

const severity = z.enum(severities);
const hex = z.string().regex(/^#[0-9a-fA-F]{6}$/, expectedColor);
const host = z
  .string()
  .regex(
    /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/,
    'a host such as `login.example.com`, with or without a port',
  );
/** 429 says nothing about the site, so it cannot be named. */
const allowedStatus = z
  .int()
  .min(300)
  .max(499)
  .refine((status) => status !== 429, 'another status than 429')
  .meta({ not: { const: 429 } });

const expectedCwe = 'a CWE number such as `79`, or a list of them';
const cwe = z.int(expectedCwe).positive(expectedCwe);
const expectedCve = 'an identifier such as `CVE-2021-23017`, or a list of them';
const cve = z.string().regex(/^[Cc][Vv][Ee]-\d{4}-\d{4,19}$/, expectedCve);
const fileName = 'scan-gate.yml';
/** An ignore rule must have at least one of these. `where` only narrows. */
const matchers = ['fingerprint', 'name', 'group', 'type', 'cwe', 'cve'] as const;

const ignoreRule = z
  .strictObject({
    fingerprint: z
      .string()
      .regex(/^v1:[0-9a-f]{20}$/, '`v1:` and 20 hex digits, as the reports show it')
      .optional()
      .describe('Fingerprint of one finding, as the reports show it.'),
    name: z
      .string()
      .min(1)
      .optional()
      .describe('Glob over the name: `*` any characters, `?` one; letter case does not count.'),
    group: z.string().min(1).optional().describe('Group of the finding, as the service names it.'),
    type: z.string().min(1).optional().describe('Issue type of the finding, as the service names it.'),
    cwe: z
      .union([cwe, z.array(cwe).min(1)], expectedCwe)
      .optional()
      .describe('CWE number, or a list: takes findings that name CWE numbers, all of them in the list.'),
    cve: z
      .union([cve, z.array(cve).min(1)], expectedCve)
      .optional()
      .describe(
        'CVE identifier, or a list: takes findings that name CVE identifiers, all of them in the list.',
      ),
    where: z
      .string()
      .regex(/^[/*?]/, 'a glob over paths, such as `/docs/*`')
      .optional()
      .describe(
        'Glob over the paths where the finding is, such as `/docs/*`: takes findings whose places are all known, if all match. Narrows a rule, so another field is needed beside it.',
      ),
    severity: severity.optional().describe('Ceiling: the rule takes no finding that is more severe.'),
    reason: z
      .string()
      .trim()
      .min(1)
      // For the JSON Schema, which cannot trim.
      .meta({ description: 'Why this need not block. Shown in the reports.', pattern: '\\S' }),
    expires: z.iso
      .date('a date such as `2026-12-31`')
      .optional()
      .describe('Last day on which the rule applies, `YYYY-MM-DD`, UTC.'),
    owner: z.string().min(1).optional().describe('Who answers for the rule.'),
  })
  .refine((rule) => matchers.some((field) => rule[field] !== undefined), {
    error: 'at least one of `fingerprint`, `name`, `group`, `type`, `cwe` or `cve`',
    // Also when there are other mistakes, to report all at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    description: 'Findings that match every given field do not block.',
    anyOf: matchers.map((field) => ({ required: [field] })),
  });

const hostRules = z
  .strictObject({
    'allowed-ports': z
      .array(z.int().min(1).max(65_535))
      .optional()
      .describe('Any other open port is a violation.'),
    'certificate-min-days': z
      .int()
      .min(0)
      .max(3650)
      .optional()
      .describe('Days every certificate must still be valid.'),
    'require-waf': z.boolean().optional().describe('A host without a detected firewall is a violation.'),
    severity: severity.optional().describe('Severity a violation counts with. Default `high`.'),
  })
  .describe('Rules for the host, judged on what the scan learned of it.');

const reportType = z.enum(reportTypes);

export const policyFileSchema = z
  .strictObject({
    'fail-on': z.enum(thresholds).optional().describe('Lowest severity that blocks.'),
    'fail-on-cvss': z.number().min(0).max(10).optional().describe('Lowest CVSS score that blocks.'),
    'max-findings': z
      .partialRecord(severity, z.int().min(0))
      .optional()
      .describe('Budgets by severity: more findings than that block.'),
    baseline: z
      .string()
      .refine((text) => parseBaseline(text).ok, expectedBaseline)
      .optional()
      .meta({
        description: 'A URL, a scan id, or `previous`: findings that are there already do not block.',
        pattern: '^\\S+$',
      }),
    'baseline-scans': z
      .int()
      .min(1)
      .max(5)
      .optional()
      .describe('How many of the newest finished scans of a URL baseline count together.'),
    'min-checks': z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('A scan that made fewer checks is `inconclusive`.'),
    'fail-fast': z
      .boolean()
      .optional()
      .describe('Fail as soon as a partial result holds a blocking finding.'),
    'on-fail': z.enum(['fail', 'warn']).optional().describe('What the verdict `fail` does to the step.'),
    'on-inconclusive': z
      .enum(['fail', 'warn'])
      .optional()
      .describe('What a run without a trustworthy answer does.'),
    'allowed-statuses': z
      .array(allowedStatus)
      .optional()
      .describe(
        'Statuses from 300 to 499 that are right for the target, as 404 is for an API without a root page.',
      ),
    comment: z.enum(commentModes).optional().describe('When to comment on the pull request.'),
    disclosure: z
      .enum(disclosures)
      .optional()
      .describe(
        'What is published of the findings: `full`, `counts` (no names, URLs and evidence, no artifact), or `auto`: `counts` on a public repository.',
      ),
    summary: z.boolean().optional().describe('Write the job summary.'),
    annotations: z.boolean().optional().describe('Annotate the run with the blocking findings.'),
    'track-issue': z
      .boolean()
      .optional()
      .describe('Keep a GitHub issue on runs without a pull request, open for as long as something blocks.'),
    reports: z
      .union(
        [z.literal('none'), reportType, z.array(reportType).min(1)],
        '`none`, `ACTION_REPORT`, `COMMERCIAL_RISK_REPORT`, or a list of the last two',
      )
      .optional()
      .describe('PDF reports to fetch.'),
    'report-language': z.enum(languages).optional().describe('Language of the PDF reports.'),
    'report-logo': z
      .string()
      .refine((text) => webUrl(text).ok, expectedWebUrl)
      .optional()
      .meta({
        description: 'Logo for the PDF reports.',
        format: 'uri',
        pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
      }),
    'report-color': hex.optional().describe('Theme colour of the PDF reports.'),
    ignore: z.array(ignoreRule).optional().describe('Rules for findings that need not block.'),
    host: hostRules.optional(),
    target: z
      .strictObject({
        'allowed-redirects': z
          .array(host)
          .optional()
          .describe('Hosts that the target may lead to, with or without a port.'),
      })
      .optional()
      .describe('Rules for the target.'),
  })
  .describe(`Policy of Scan Gate, .github/${fileName}`);

export type PolicyFile = z.infer<typeof policyFileSchema>;

/** Keys that say what is published, and not what blocks. */
const reportKeys = {
  comment: true,
  disclosure: true,
  summary: true,
  annotations: true,
  'track-issue': true,
  reports: true,
  'report-language': true,
  'report-logo': true,
  'report-color': true,
} as const;

/** The policy file of an organization (`org-policy`). */
export const organizationFileSchema = policyFileSchema
  .omit(reportKeys)
  .extend({
    'fail-on': z.enum(thresholds).describe('Lowest severity that blocks. Required.'),
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

export type OrganizationFile = z.infer<typeof organizationFileSchema>;
