/**
 * The policy file in zod: the single source of its validation, of the JSON Schema for editors
 * (`docs/scan-gate.schema.json`) and of the table in the docs.
 */
import { z } from 'zod';
import { severities } from '../severity.ts';

const severity = z.enum(severities);
const hex = z.string().regex(/^#[0-9a-fA-F]{6}$/);
const fileName = 'scan-gate.yml';

const ignoreRule = z
  .strictObject({
    fingerprint: z
      .string()
      .regex(/^v1:[0-9a-f]{20}$/)
      .optional()
      .describe('Fingerprint of one finding, as the reports show it.'),
    name: z
      .string()
      .min(1)
      .optional()
      .describe('Glob over the name: `*` any characters, `?` one; letter case does not count.'),
    group: z.string().min(1).optional().describe('Group of the finding, as the service names it.'),
    type: z.string().min(1).optional().describe('Issue type of the finding, as the service names it.'),
    cwe: z.int().positive().optional().describe('CWE number.'),
    cve: z
      .string()
      .regex(/^CVE-\d{4}-\d{4,19}$/i)
      .optional()
      .describe('CVE identifier.'),
    severity: severity.optional().describe('Ceiling: the rule takes no finding that is more severe.'),
    reason: z.string().trim().min(1).describe('Why this need not block. Shown in the reports.'),
    expires: z.iso.date().optional().describe('Last day on which the rule applies, `YYYY-MM-DD`, UTC.'),
    owner: z.string().min(1).optional().describe('Who answers for the rule.'),
  })
  .refine(hasMatcher, { error: 'at least one of `fingerprint`, `name`, `group`, `type`, `cwe`, `cve`' })
  .describe('Findings that match every given field do not block.');

function hasMatcher(rule: Record<string, unknown>): boolean {
  return ['fingerprint', 'name', 'group', 'type', 'cwe', 'cve'].some((field) => rule[field] !== undefined);
}

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

const reportType = z.enum(['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT']);

export const policyFileSchema = z
  .strictObject({
    'fail-on': z
      .enum([...severities, 'never'])
      .optional()
      .describe('Lowest severity that blocks.'),
    'fail-on-cvss': z.number().min(0).max(10).optional().describe('Lowest CVSS score that blocks.'),
    'max-findings': z
      .partialRecord(severity, z.int().min(0))
      .optional()
      .describe('Budgets by severity: more findings than that block.'),
    baseline: z
      .string()
      .min(1)
      .optional()
      .describe('A URL, a scan id, or `previous`: findings that are there already do not block.'),
    'fail-fast': z
      .boolean()
      .optional()
      .describe('Fail as soon as a partial result holds a blocking finding.'),
    'on-inconclusive': z
      .enum(['fail', 'warn'])
      .optional()
      .describe('What a run without a trustworthy answer does.'),
    comment: z
      .enum(['always', 'on-failure', 'never'])
      .optional()
      .describe('When to comment on the pull request.'),
    summary: z.boolean().optional().describe('Write the job summary.'),
    annotations: z.boolean().optional().describe('Annotate the run with the blocking findings.'),
    reports: z
      .union([z.literal('none'), reportType, z.array(reportType).min(1)])
      .optional()
      .describe('PDF reports to fetch.'),
    'report-language': z.enum(['en', 'pt']).optional().describe('Language of the PDF reports.'),
    'report-logo': z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Logo for the PDF reports.'),
    'report-color': hex.optional().describe('Theme colour of the PDF reports.'),
    ignore: z.array(ignoreRule).optional().describe('Rules for findings that need not block.'),
    host: hostRules.optional(),
    target: z
      .strictObject({
        'allowed-redirects': z
          .array(z.string().min(1))
          .optional()
          .describe('Hosts that the target may lead to.'),
      })
      .optional()
      .describe('Rules for the target.'),
  })
  .describe(`Policy of Scan Gate, .github/${fileName}`);

export type PolicyFile = z.infer<typeof policyFileSchema>;
