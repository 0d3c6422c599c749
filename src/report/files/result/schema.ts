/**
 * The JSON result in zod: the only source of its type and of its JSON Schema (`docs/result.schema.json`). A run only
 * writes the result and never loads this file. After a release, fields of one `version` are only added, and are
 * `.optional()`, so that older results stay valid. Readers must accept fields that they do not know.
 */

import { z } from 'zod';
import { failOnValues, outcomes } from '../../../core/choices.ts';
import { severities } from '../../../core/severity.ts';
import { hostListNames } from '../../../gate/host.ts';
import { policyRows } from '../../../policy/settings-table.ts';

const count = z.int().min(0);
const severity = z.enum(severities);
const text = z.string();
const textOrNull = text.nullable();
const textList = z.array(text);
const numberOrNull = z.number().nullable();
const severityCounts = { critical: count, high: count, medium: count, low: count, warning: count };
const isoTimeOrNull = z.iso.datetime().nullable();
const timeMsOrNull = numberOrNull.describe('Milliseconds since the Unix epoch.');

/** The settings that have a single value, with the same keys. */
const singleValueSettings = Object.fromEntries(
  Object.entries(policyRows).map(([key, { schema, defaultValue }]): [string, z.ZodType] => [
    key,
    defaultValue === null ? schema.nullable() : schema,
  ]),
);

const ignoreRuleReference = {
  line: z.int().min(1).describe('Line of the rule in the policy file.'),
  reason: text,
  expires: textOrNull.describe('Last day on which the rule applies, in UTC.'),
  owner: textOrNull,
};

const policy = z.object({
  ...singleValueSettings,
  ignore: z.array(
    z.object({
      fingerprint: textOrNull,
      name: textOrNull.describe('Glob.'),
      group: textOrNull,
      type: textOrNull,
      cwe: z.array(z.number()).nullable(),
      cve: textList.nullable(),
      where: textOrNull.describe('Glob over places.'),
      severity: severity.nullable().describe('The rule takes no finding that is more severe.'),
      ...ignoreRuleReference,
    }),
  ),
  host: z
    .object({
      allowedPorts: z.array(z.number()).nullable(),
      certificateMinDays: numberOrNull,
      requireWaf: z.boolean(),
      severity,
    })
    .nullable(),
  allowedRedirects: textList.describe('Hosts that the target may lead to.'),
  baseline: textOrNull.describe('A URL without user info and query, a scan id or `previous`.'),
  file: textOrNull.describe('Path of the policy file that was read.'),
  sources: z
    .record(text, z.enum(['input', 'file', 'organization', 'default']))
    .describe('Where each setting came from, by the name of its key in the policy file.'),
});

const host = z.object({
  services: z.array(
    z.object({ port: numberOrNull, state: text, reason: text, name: text, product: text, version: text }),
  ),
  certificates: z.array(
    z.object({
      commonName: text,
      subject: text,
      issuedOn: timeMsOrNull,
      expiresOn: timeMsOrNull,
      daysLeft: numberOrNull.describe('Below 0: expired. `null`: the end is unknown.'),
      alternativeNames: textList,
    }),
  ),
  ips: textList,
  waf: textList,
  wafKnown: z.boolean().describe('False if the scan does not say whether there is a firewall.'),
  components: textList,
  emails: textList,
  isp: textOrNull,
  cdn: textOrNull,
  cms: textOrNull,
  webServer: textOrNull,
  os: textOrNull,
  database: textOrNull,
  cut: z.array(z.enum(hostListNames)).describe('Lists of which only the first entries were read.'),
});

const preferenceValue = z
  .unknown()
  .describe('`null` where it is not given. `***` in place of a list or a mapping.');

const countInRawAnswer = numberOrNull.describe('How many are listed in `raw`; `null` unless asked for.');

const scan = z.object({
  id: textOrNull.describe('`null` when no scan was started.'),
  origin: z.enum(['started', 'attached', 'reused', 'resumed', 'recovered']),
  startedAt: isoTimeOrNull,
  endedAt: isoTimeOrNull,
  percentage: numberOrNull,
  checks: numberOrNull,
  subdomains: countInRawAnswer,
  leaks: countInRawAnswer,
  preferences: z
    .record(text, z.unknown())
    .nullable()
    .describe(
      'As the service echoes them, with `***` for the value of a field that the interface does not name.',
    ),
  preferenceDifferences: z
    .array(z.object({ name: text, asked: preferenceValue, got: preferenceValue }))
    .describe(
      'What a finished scan ran with other than the input `preferences` ask for, and `xss` and `sqli` where they are off.',
    ),
  baselineDifferences: textList.describe(
    'Preferences of the interface that differ from those of the scan of the baseline.',
  ),
});

const run = z.object({
  url: text.describe('Page of the workflow run, with the attempt.'),
  workflow: text,
  job: text,
  sha: textOrNull.describe('The commit that was gated.'),
  durationMs: z.number().describe('Of the step, until the file was written.'),
});

const policyOwner = z
  .literal('organization')
  .optional()
  .describe('Whose policy it is: the repository’s unless given.');

const reason = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('nothing-blocks'), threshold: z.enum(failOnValues), by: policyOwner }),
    z.object({ kind: z.literal('blocking-findings'), threshold: severity, count, by: policyOwner }),
    z.object({ kind: z.literal('over-cvss'), score: z.number(), count, by: policyOwner }),
    z.object({ kind: z.literal('over-budget'), severity, allowed: count, count, by: policyOwner }),
    z.object({ kind: z.literal('host-violations'), count, by: policyOwner }),
    z.object({ kind: z.literal('unlisted-findings'), count, by: policyOwner }),
    z.object({
      kind: z.literal('problem'),
      by: policyOwner,
      problem: z
        .looseObject({ kind: text })
        .describe('Why there is no trustworthy answer; what else it holds depends on its kind.'),
    }),
  ])
  .describe('Why the verdict is what it is. All that apply are listed, the deciding ones first.');

const blockingRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fail-on'), threshold: severity, by: policyOwner }),
  z.object({ kind: z.literal('fail-on-cvss'), score: z.number(), by: policyOwner }),
  z.object({ kind: z.literal('max-findings'), severity, allowed: count, count, by: policyOwner }),
]);

const finding = z.object({
  status: z
    .enum(['blocking', 'passing', 'known', 'ignored'])
    .describe('`passing`: new or without a baseline, and below every limit. `ignored` goes before `known`.'),
  fingerprint: text.describe(
    'Names the finding across scans; what an ignore rule holds. `unnamed:…` without a readable name: such a finding is never known, and no rule can hold it.',
  ),
  blockedBy: z.array(blockingRule).describe('The rules by which it blocks; empty unless it does.'),
  ignoredBy: z
    .object(ignoreRuleReference)
    .nullable()
    .describe('The rule of the policy file that ignores it.'),
  knownFrom: textOrNull.describe('The newest scan of the baseline that has it already.'),
  type: textOrNull.describe('Issue type, where the service groups by it.'),
  source: textOrNull.describe('Its place in `raw`, as a JSON pointer (RFC 6901), such as `/issues/12`.'),
  group: text,
  name: text,
  severity,
  unknownSeverity: textOrNull.describe(
    'What the service said, where that is no severity and `severity` was placed by score.',
  ),
  cvss: z.object({ score: z.number(), vector: text }).nullable(),
  unreadableScore: textOrNull.describe(
    'Where the answer of the service holds a score that is none; `cvss` is `null` then.',
  ),
  cve: textList,
  cwe: z.array(z.number()),
  otherIdentifiers: textList.describe(
    'Entries of `cve` and `cwe` that are no identifiers: the field, a space, and their JSON.',
  ),
  description: text,
  remediation: text,
  references: textList.describe('As given: not known to be links. The first ten.'),
  where: textList.describe(
    'Where on the site it is: paths, and on a subdomain of the target host and path, that the service gives as evidence, sorted, at most 50.',
  ),
  whereCut: z
    .boolean()
    .describe('True where it is, or may be, in other places too. No ignore rule with `where` takes it then.'),
  evidence: z
    .record(text, textList)
    .describe(
      'Names that the service gives as evidence, by key, such as `method`, `parameter` and `cookie`.',
    ),
});

const baseline = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }).describe('No baseline was asked for.'),
  z.object({ kind: z.literal('first') }).describe('There is no finished scan to compare with yet.'),
  z.object({
    kind: z.literal('compared'),
    scanId: text.describe('The newest scan of the baseline.'),
    older: textList.describe('Older scans that count too (`baseline-scans`), newest first.'),
    leftOut: textList.describe('Older scans that are not whole, and do not count.'),
    new: count,
    known: count,
    fixed: count.nullable().describe('`null` where the list of findings is not complete.'),
  }),
]);

const violationFields = { severity, blocks: z.boolean(), by: policyOwner };
const hostViolation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('port'), port: numberOrNull, service: text, ...violationFields }),
  z.object({
    kind: z.literal('certificate'),
    commonName: text,
    daysLeft: numberOrNull,
    minDays: z.number(),
    ...violationFields,
  }),
  z.object({ kind: z.literal('no-certificate'), minDays: z.number(), ...violationFields }),
  z.object({ kind: z.literal('no-waf'), ...violationFields }),
]);

export const resultSchema = z.object({
  version: z.literal(1).describe('Fields are only added as long as it is the same.'),
  verdict: z.enum(outcomes),
  reason: text.describe('The output `reason`: the verdict in one line, for people.'),
  reasons: z.array(reason).min(1),
  partial: z
    .boolean()
    .describe(
      'The run stopped waiting, by `fail-fast`: everything in here is of a scan that was not finished.',
    ),
  policy: policy
    .extend({
      blob: textOrNull.describe(
        "Blob SHA of the repository's policy file, which is read from the default branch.",
      ),
    })
    .describe('The policy in force. A setting has the name of its input or key, in camel case.'),
  organization: z
    .object({
      verdict: z.enum(outcomes).nullable().describe('By this policy.'),
      blocking: count.nullable().describe('Findings that block by this policy.'),
      policy: policy
        .extend({ commit: text.describe('The commit at which the file was read.') })
        .describe('What its file sets, and defaults. `file` is `org-policy` as given.'),
      allowIgnores: z
        .object({ maxDays: count, maxSeverity: severity })
        .nullable()
        .describe('Which ignore rules of the repository count.'),
      allowBaseline: z.boolean(),
    })
    .nullable()
    .describe('The policy of the organization (`org-policy`); `null` without one.'),
  target: textOrNull.describe('Without user info and query values.'),
  acceptedStatuses: z
    .array(z.int())
    .describe('Statuses of the target that only `allowed-statuses` accepted; empty if it answered 2xx.'),
  scan,
  baseline,
  counts: z
    .object({ ...severityCounts, total: count })
    .describe('Every finding, ignored and known ones too.'),
  unlisted: z
    .object(severityCounts)
    .describe('Findings that the summary of the scan counts beyond those in `findings`.'),
  blocking: count.describe('Findings that block, listed or unlisted.'),
  ignored: count,
  findings: z.array(finding).describe('Most severe first.'),
  hostViolations: z
    .array(hostViolation)
    .describe('Host rules that are not kept. They are not in `counts` and `findings`.'),
  ruleNotices: z
    .array(z.object({ kind: z.enum(['expired', 'expires-soon', 'matches-nothing']), ...ignoreRuleReference }))
    .describe('What is to be known about ignore rules.'),
  host: host.nullable().describe('What the scan learned about the host.'),
  run,
  raw: z
    .unknown()
    .describe('What the service answered last, without secrets; `null` when there was no answer.'),
  artifactUrl: textOrNull.describe(
    'Page of the artifact; `null` without one, and in the copy that the artifact holds.',
  ),
});
