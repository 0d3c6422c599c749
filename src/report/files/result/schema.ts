/**
 * The JSON result in zod: the only source of its type and of its JSON Schema (`docs/result.schema.json`). A run only
 * writes the result and never loads this file. After a release, fields of one `version` are only added, and are
 * `.optional()`, so that older results stay valid. Readers must accept fields that they do not know.
 */

import { z } from 'zod';
import { outcomes } from '../../../core/choices.ts';
import { hostLists } from '../../../gate/host.ts';
import { policyRows } from '../../../policy/settings-table.ts';
import { baseline, count, finding, hostViolation, ignoredBy, reason, severity } from './assessment-schema.ts';

const perSeverity = { critical: count, high: count, medium: count, low: count, warning: count };
const moment = z.iso.datetime().nullable();
const timeMs = z.number().nullable().describe('Milliseconds since the Unix epoch.');

/** The settings that have a single value, with the same keys. */
const settings = Object.fromEntries(
  Object.entries(policyRows).map(([key, { schema, fallback }]): [string, z.ZodType] => [
    key,
    fallback === null ? schema.nullable() : schema,
  ]),
);

const policy = z.object({
  ...settings,
  ignore: z.array(
    z.object({
      fingerprint: z.string().nullable(),
      name: z.string().nullable().describe('Glob.'),
      group: z.string().nullable(),
      type: z.string().nullable(),
      cwe: z.array(z.number()).nullable(),
      cve: z.array(z.string()).nullable(),
      where: z.string().nullable().describe('Glob over places.'),
      severity: severity.nullable().describe('The rule takes no finding that is more severe.'),
      ...ignoredBy,
    }),
  ),
  host: z
    .object({
      allowedPorts: z.array(z.number()).nullable(),
      certificateMinDays: z.number().nullable(),
      requireWaf: z.boolean(),
      severity,
    })
    .nullable(),
  allowedRedirects: z.array(z.string()).describe('Hosts that the target may lead to.'),
  baseline: z.string().nullable().describe('A URL without user info and query, a scan id or `previous`.'),
  file: z.string().nullable().describe('Path of the policy file that was read.'),
  sources: z
    .record(z.string(), z.enum(['input', 'file', 'organization', 'default']))
    .describe('Where each setting came from, by the name of its key in the policy file.'),
});

const host = z.object({
  services: z.array(
    z.object({
      port: z.number().nullable(),
      state: z.string(),
      reason: z.string(),
      name: z.string(),
      product: z.string(),
      version: z.string(),
    }),
  ),
  certificates: z.array(
    z.object({
      commonName: z.string(),
      subject: z.string(),
      issuedOn: timeMs,
      expiresOn: timeMs,
      daysLeft: z.number().nullable().describe('Below 0: expired. `null`: the end is unknown.'),
      alternativeNames: z.array(z.string()),
    }),
  ),
  ips: z.array(z.string()),
  waf: z.array(z.string()),
  wafKnown: z.boolean().describe('False if the scan does not say whether there is a firewall.'),
  components: z.array(z.string()),
  emails: z.array(z.string()),
  isp: z.string().nullable(),
  cdn: z.string().nullable(),
  cms: z.string().nullable(),
  webServer: z.string().nullable(),
  os: z.string().nullable(),
  database: z.string().nullable(),
  cut: z.array(z.enum(hostLists)).describe('Lists of which only the first entries were read.'),
});

const preference = z
  .unknown()
  .describe('`null` where it is not given. A list or a mapping is its JSON, shortened.');

const listed = z.number().nullable().describe('How many are listed in `raw`; `null` unless asked for.');

const scan = z.object({
  id: z.string().nullable().describe('`null` when no scan was started.'),
  origin: z.enum(['started', 'attached', 'reused', 'resumed', 'recovered']),
  startedAt: moment,
  endedAt: moment,
  percentage: z.number().nullable(),
  checks: z.number().nullable(),
  subdomains: listed,
  leaks: listed,
  preferences: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'As the service echoes them, with `***` for the value of a field that the interface does not name.',
    ),
  preferenceDifferences: z
    .array(z.object({ name: z.string(), asked: preference, got: preference }))
    .describe(
      'What a finished scan ran with other than the input `preferences` ask for, and `xss` and `sqli` where they are off.',
    ),
  baselineDifferences: z
    .array(z.string())
    .describe('Preferences of the interface that differ from those of the scan of the baseline.'),
});

const run = z.object({
  url: z.string().describe('Page of the workflow run, with the attempt.'),
  workflow: z.string(),
  job: z.string(),
  sha: z.string().nullable().describe('The commit that was gated.'),
  durationMs: z.number().describe('Of the step, until the file was written.'),
});

export const resultSchema = z.object({
  version: z.literal(1).describe('Fields are only added as long as it is the same.'),
  verdict: z.enum(outcomes),
  reason: z.string().describe('The output `reason`: the verdict in one line, for people.'),
  reasons: z.array(reason).min(1),
  partial: z
    .boolean()
    .describe(
      'the run stopped waiting, by `fail-fast`: everything in here is of a scan that was not finished.',
    ),
  policy: policy
    .extend({
      blob: z
        .string()
        .nullable()
        .describe("Blob SHA of the repository's policy file, which is read from the default branch."),
    })
    .describe('The policy in force. A setting has the name of its input or key, in camel case.'),
  organization: z
    .object({
      verdict: z.enum(outcomes).nullable().describe('By this policy.'),
      blocking: count.nullable().describe('Findings that block by this policy.'),
      policy: policy
        .extend({ commit: z.string().describe('The commit at which the file was read.') })
        .describe('What its file sets, and defaults. `file` is `org-policy` as given.'),
      allowIgnores: z
        .object({ maxDays: count, maxSeverity: severity })
        .nullable()
        .describe('Which ignore rules of the repository count.'),
      allowBaseline: z.boolean(),
    })
    .nullable()
    .describe('The policy of the organization (`org-policy`); `null` without one.'),
  target: z.string().nullable().describe('Without user info and query values.'),
  acceptedStatuses: z
    .array(z.int())
    .describe('Statuses of the target that only `allowed-statuses` accepted; empty if it answered 2xx.'),
  scan,
  baseline,
  counts: z.object({ ...perSeverity, total: count }).describe('Every finding, ignored and known ones too.'),
  unlisted: z
    .object(perSeverity)
    .describe('Findings that the summary of the scan counts beyond those in `findings`.'),
  blocking: count.describe('Findings that block, listed or unlisted.'),
  ignored: count,
  findings: z.array(finding).describe('Most severe first.'),
  hostViolations: z
    .array(hostViolation)
    .describe('Host rules that are not kept. They are not in `counts` and `findings`.'),
  ruleNotices: z
    .array(z.object({ kind: z.enum(['expired', 'expires-soon', 'matches-nothing']), ...ignoredBy }))
    .describe('What is to be known about ignore rules.'),
  host: host.nullable().describe('What the scan learned about the host.'),
  run,
  raw: z
    .unknown()
    .describe('What the service answered last, without secrets; `null` when there was no answer.'),
  artifactUrl: z
    .string()
    .nullable()
    .describe('Page of the artifact; `null` without one, and in the copy that the artifact holds.'),
});
