/** What `npm run policy` prints about a verdict. */

import { sumCounts } from '../src/core/severity.ts';
import { policyOutcomeOf } from '../src/gate/merge-assessments.ts';
import type { Assessment, JudgedFinding } from '../src/gate/verdict.ts';
import type { IgnoreRule } from '../src/policy/policy.ts';
import type { Settings } from '../src/policy/settings-in-force.ts';
import { en } from '../src/report/language/texts.ts';
import { plainText } from '../src/report/plain-text.ts';
import { blockingRulePhrases, placePhrase } from '../src/report/sentences/finding-sentences.ts';
import { describeNotice, describeViolation } from '../src/report/sentences/policy-sentences.ts';
import { describeScopedReasons } from '../src/report/sentences/verdict-sentences.ts';

const maxNameLength = 100;

/** The verdict and its reasons, then every finding, host violation and rule notice, one line or two each. */
export function explainAssessment(assessment: Assessment, settings: Settings): string[] {
  const { verdict, findings, hostViolations, ruleNotices, unlisted } = assessment;
  const hidden = sumCounts(unlisted);
  return [
    `Verdict: ${verdict.outcome}`,
    ...explainPolicies(assessment),
    ...explainReasons(assessment),
    explainBaseline(assessment),
    '',
    `Findings: ${findings.length} listed, ${assessment.blockingCount} blocking, ${sumCounts(assessment.countsByStatus.ignored)} ignored`,
    ...findings.flatMap((judged) => explainFinding(judged, assessment)),
    ...(hidden > 0 ? [`${hidden} more are counted by the scan, but not listed`] : []),
    ...section(
      'Host',
      hostViolations.map((violation) => explainViolation(violation, settings)),
    ),
    ...section(
      'Ignore rules',
      ruleNotices.map(
        (notice) => `${explainIgnoreRule(notice.rule)}. ${unquoted(describeNotice(notice, en).what)}`,
      ),
    ),
  ];
}

/** Without the backticks around names. */
function unquoted(text: string): string {
  return text.replaceAll('`', '');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `- ${line}`)];
}

/** The verdict by each of two policies. */
function explainPolicies({ outcomeByPolicy }: Assessment): string[] {
  if (outcomeByPolicy === null) return [];
  const { repository, organization } = outcomeByPolicy;
  return [`By the repository: ${repository.outcome}, by the organization: ${organization.outcome}`];
}

/** In the words of the reports, each with what its policy looked at. */
function explainReasons(assessment: Assessment): string[] {
  const { verdict, outcomeByPolicy } = assessment;
  const alone = policyOutcomeOf(assessment);
  return verdict.reasons.map((reason) => {
    // The reports also name `fail-on-cvss` here, which an assessment does not have.
    if (reason.kind === 'nothing-blocks') return `- nothing blocks (fail-on: ${reason.threshold})`;
    const { isCompared, ignoredCount } =
      outcomeByPolicy === null ? alone : outcomeByPolicy[reason.by ?? 'repository'];
    const scope = { failOnCvss: null, isOnlyNew: isCompared, hasIgnored: ignoredCount > 0 };
    const said = describeScopedReasons([reason], en, scope).map(({ what }) => what);
    return `- ${reason.by === 'organization' ? 'organization: ' : ''}${unquoted(said.join(' '))}`;
  });
}

function explainBaseline({ baseline }: Assessment): string {
  switch (baseline.kind) {
    case 'none':
      return 'Baseline: none';
    case 'first':
      return 'Baseline: the policy names one, but --baseline is not given, so every finding counts as new';
    case 'compared': {
      const { scanId, new: fresh, known, fixed } = baseline;
      const gone = fixed === null ? '' : `, ${fixed} fixed`;
      return `Baseline: scan ${plainText(scanId, maxNameLength)}: ${fresh} new, ${known} known${gone}`;
    }
  }
}

function explainFinding(judged: JudgedFinding, assessment: Assessment): string[] {
  const { finding, fingerprint, status } = judged;
  const score = finding.cvss === null ? '   -' : finding.cvss.score.toFixed(1).padStart(4);
  const name = plainText(finding.name, maxNameLength);
  const place = placePhrase([finding], en);
  return [
    `${status.padEnd(8)}  ${finding.severity.padEnd(8)}  ${score}  ${fingerprint}  ${name}${place === '' ? '' : `  ${place}`}`,
    `          ${explainStatus(judged, assessment)}`,
  ];
}

function explainStatus(judged: JudgedFinding, { baseline }: Assessment): string {
  const { status, ignoredBy, knownFrom } = judged;
  const scan = baseline.kind === 'compared' ? plainText(baseline.scanId, maxNameLength) : null;
  switch (status) {
    case 'blocking': {
      const rules = unquoted(blockingRulePhrases(judged, en).join('; '));
      return `blocks by ${rules}${scan === null || knownFrom !== null ? '' : `; not in baseline ${scan}`}`;
    }
    case 'ignored':
      return ignoredBy === null ? 'ignored' : `ignored by ${explainIgnoreRule(ignoredBy)}`;
    case 'known':
      return `known from baseline ${plainText(knownFrom ?? '', maxNameLength)}`;
    case 'passing':
      return 'reaches no threshold, and no budget is exceeded';
  }
}

function explainIgnoreRule({ line, reason, expires, owner }: IgnoreRule): string {
  const until = expires === null ? '' : `, through ${expires}`;
  return `line ${line}: ${plainText(reason, 200)}${until}${owner === null ? '' : `, owner ${plainText(owner, 100)}`}`;
}

function explainViolation(violation: Assessment['hostViolations'][number], settings: Settings): string {
  const { what } = describeViolation(violation, { settings }, en);
  return `${violation.severity}, ${violation.blocks ? 'blocks' : 'does not block'}. ${unquoted(what)}`;
}
