/** What the gate decided, in the JSON result (`schema.ts`). */

import { z } from 'zod';
import { failOnValues } from '../../../core/choices.ts';
import { severities } from '../../../core/severity.ts';

export const count = z.int().min(0);
export const severity = z.enum(severities);

const by = z
  .literal('organization')
  .optional()
  .describe('Whose policy it is: the repository’s unless given.');

export const reason = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('nothing-blocks'), threshold: z.enum(failOnValues), by }),
    z.object({ kind: z.literal('blocking-findings'), threshold: severity, count, by }),
    z.object({ kind: z.literal('over-cvss'), score: z.number(), count, by }),
    z.object({ kind: z.literal('over-budget'), severity, allowed: count, count, by }),
    z.object({ kind: z.literal('host-violations'), count, by }),
    z.object({ kind: z.literal('unlisted-findings'), count, by }),
    z.object({
      kind: z.literal('problem'),
      by,
      problem: z
        .looseObject({ kind: z.string() })
        .describe('Why there is no trustworthy answer; what else it holds depends on its kind.'),
    }),
  ])
  .describe('Why the verdict is what it is. All that apply are listed, the deciding ones first.');

const blockingRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fail-on'), threshold: severity, by }),
  z.object({ kind: z.literal('fail-on-cvss'), score: z.number(), by }),
  z.object({ kind: z.literal('max-findings'), severity, allowed: count, count, by }),
]);

export const ignoredBy = {
  line: z.int().min(1).describe('Line of the rule in the policy file.'),
  reason: z.string(),
  expires: z.string().nullable().describe('Last day on which the rule applies, in UTC.'),
  owner: z.string().nullable(),
};

export const finding = z.object({
  status: z
    .enum(['blocking', 'passing', 'known', 'ignored'])
    .describe('`passing`: new or without a baseline, and below every limit. `ignored` goes before `known`.'),
  fingerprint: z
    .string()
    .describe(
      'Names the finding across scans; what an ignore rule holds. `unnamed:…` without a readable name: such a finding is never known, and no rule can hold it.',
    ),
  blockedBy: z.array(blockingRule).describe('The rules by which it blocks; empty unless it does.'),
  ignoredBy: z.object(ignoredBy).nullable().describe('The rule of the policy file that ignores it.'),
  knownFrom: z.string().nullable().describe('The newest scan of the baseline that has it already.'),
  type: z.string().nullable().describe('Issue type, where the service groups by it.'),
  source: z
    .string()
    .nullable()
    .describe('Its place in `raw`, as a JSON pointer (RFC 6901), such as `/issues/12`.'),
  group: z.string(),
  name: z.string(),
  severity,
  unknownSeverity: z
    .string()
    .nullable()
    .describe('What the service said, where that is no severity and `severity` was placed by score.'),
  cvss: z.object({ score: z.number(), vector: z.string() }).nullable(),
  unreadableScore: z
    .string()
    .nullable()
    .describe('Where the answer of the service holds a score that is none; `cvss` is `null` then.'),
  cve: z.array(z.string()),
  cwe: z.array(z.number()),
  otherIdentifiers: z
    .array(z.string())
    .describe('Entries of `cve` and `cwe` that are no identifiers: the field, a space, and their JSON.'),
  description: z.string(),
  remediation: z.string(),
  references: z.array(z.string()).describe('As given: not known to be links. The first ten.'),
  where: z
    .array(z.string())
    .describe(
      'Where on the site it is: paths, and on a subdomain of the target host and path, that the service gives as evidence, sorted, at most 50.',
    ),
  whereCut: z
    .boolean()
    .describe('True where it is, or may be, in other places too. No ignore rule with `where` takes it then.'),
  evidence: z
    .record(z.string(), z.array(z.string()))
    .describe(
      'Names that the service gives as evidence, by key, such as `method`, `parameter` and `cookie`.',
    ),
});

export const baseline = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }).describe('No baseline was asked for.'),
  z.object({ kind: z.literal('first') }).describe('There is no finished scan to compare with yet.'),
  z.object({
    kind: z.literal('compared'),
    scanId: z.string().describe('The newest scan of the baseline.'),
    older: z.array(z.string()).describe('Older scans that count too (`baseline-scans`), newest first.'),
    leftOut: z.array(z.string()).describe('Older scans that are not whole, and do not count.'),
    new: count,
    known: count,
    fixed: count.nullable().describe('`null` where the list of findings is not complete.'),
  }),
]);

const violation = { severity, blocks: z.boolean(), by };
export const hostViolation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('port'), port: z.number().nullable(), service: z.string(), ...violation }),
  z.object({
    kind: z.literal('certificate'),
    commonName: z.string(),
    daysLeft: z.number().nullable(),
    minDays: z.number(),
    ...violation,
  }),
  z.object({ kind: z.literal('no-certificate'), minDays: z.number(), ...violation }),
  z.object({ kind: z.literal('no-waf'), ...violation }),
]);
