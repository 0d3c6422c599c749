/** Any policies, and findings that their rules often match. */
import fc from 'fast-check';
import type { FetchedBaseline } from '../../../src/scan/baseline.ts';
import type { IgnoreRule } from '../../../src/settings/policy-file.ts';
import type { Policy } from '../../../src/settings/settings.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { severity, summaryOf, threshold } from './arbitraries.ts';
import { baselineOf, ignoring } from './judgements.ts';

/** Few names and places, so that findings are often alike and rules often match. */
export const fewIssues = fc.array(
  fc.record(
    {
      name: fc.constantFrom('Missing header', 'Open directory', 'Cookie on a.example'),
      group: fc.constantFrom('Improper Neutralization', 'Unspecified Threat'),
      severity,
      cwe: fc.constantFrom<number[]>([], [79], [79, 200]),
      raw: fc.record({ url: fc.subarray(['/a', '/docs/b', '/docs/c']) }),
    },
    { requiredKeys: ['name', 'severity'] },
  ),
  { maxLength: 6 },
);

/** Every third one takes all findings of a severity, so that rules often change something. */
export const anyRule: fc.Arbitrary<IgnoreRule> = fc.oneof(
  { weight: 1, arbitrary: fc.option(severity).map((ceiling) => ignoring({ name: '*', severity: ceiling })) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        name: fc.option(fc.constantFrom('*', 'missing*', '*?rector?', 'x')),
        group: fc.option(fc.constantFrom('unspecified threat', 'x')),
        cwe: fc.option(fc.constantFrom([79], [200], [79, 200], [1])),
        where: fc.option(fc.constantFrom('*', '/docs/*', '/a')),
        severity: fc.option(severity),
        expires: fc.option(fc.constantFrom('2026-11-19', '2026-11-20', '2027-01-01')),
        line: fc.integer({ min: 1, max: 50 }),
      })
      .map(ignoring),
  },
);

/** Policies with any threshold and rules, every other one lax but for one of them. */
export const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({ failOn: threshold, ignore: fc.array(anyRule, { maxLength: 3 }), isLax: fc.boolean() })
  .map(({ failOn, ignore, isLax }) => ({ ...plainPolicy, failOn, ignore: isLax ? [] : ignore }));

/** Findings, and no baseline, one without a finished scan, one with few findings, or one with some of these. */
export const anyCompared: fc.Arbitrary<readonly [readonly object[], FetchedBaseline]> = fewIssues.chain(
  (issues) =>
    fc.tuple(
      fc.constant(issues),
      fc.oneof(
        fc.constantFrom<FetchedBaseline>({ kind: 'none' }, { kind: 'first' }),
        fewIssues.map((others) => baselineOf(others)),
        fc.subarray(issues).map((some) => baselineOf(some)),
      ),
    ),
);

/** Counts that say nothing, or hold findings that are not listed. */
export const anySummary = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: summaryOf },
);
