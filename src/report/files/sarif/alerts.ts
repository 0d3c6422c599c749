/** Makes code scanning alerts from findings and violated host rules. */

import { withoutVersion } from '../../../core/fingerprint-version.ts';
import { compareFindings, type Severity } from '../../../core/severity.ts';
import { shortDigest } from '../../../core/text.ts';
import type { HostViolation, JudgedFinding } from '../../../gate/verdict.ts';
import type { Texts } from '../../language/texts.ts';
import type { ReportModel } from '../../model.ts';
import { plainText, sarifSentence, sarifText } from '../../plain-text.ts';
import { placePhrase, splitDescription } from '../../sentences/finding-sentences.ts';
import { describeViolation } from '../../sentences/policy-sentences.ts';
import { findingRule, hostRule, type SarifRule } from './rules.ts';

/** The data of one SARIF result, which GitHub shows as an alert. */
export interface Alert {
  readonly ruleId: string;
  /** @param score the highest score of all alerts of the rule; 0 without one */
  readonly buildRule: (score: number) => SarifRule;
  readonly severity: Severity;
  readonly score: number | null;
  /** Twenty hexadecimal digits that name the alert across scans. */
  readonly fingerprint: string;
  readonly message: string;
  readonly status: JudgedFinding['status'];
  readonly blockedBy: readonly string[];
  /** `undefined` if the finding was not compared. */
  readonly baselineState: 'new' | 'unchanged' | undefined;
  /** The reason in the policy rule that ignores the finding; `null` if no rule ignores it. */
  readonly ignoreReason: string | null;
}

/** GitHub accepts 25,000 results of a run and keeps 5,000. Results beyond that are left out here and counted. */
const maxAlerts = 5000;
/** Limit of a description and of a remediation in the help of a rule. */
const maxHelpLength = 2000;
/** Limit of these in all rules together, because a file with thousands of rules takes seconds. */
const maxTotalHelpLength = 1_000_000;
const maxSentenceLength = 200;
const maxPlaceLength = 120;
const maxViolationLength = 500;

/** The alerts of findings and violated rules for the host: most severe first, then by score. */
export function alertsOf(model: ReportModel, texts: Texts): readonly Alert[] {
  const { findings, hostViolations } = model.assessment;
  const maxRules = Math.min(maxAlerts, findings.length);
  const helpLength = Math.min(maxHelpLength, Math.floor(maxTotalHelpLength / maxRules));
  const alerts = [
    // Findings are already in this order, so a finding beyond the limit would be left out anyway.
    ...findings.slice(0, maxAlerts).map((judged) => findingAlert(judged, helpLength, model, texts)),
    ...hostViolations.map((violation) => hostAlert(violation, model, texts)),
  ];
  return alerts.toSorted(compareFindings).slice(0, maxAlerts);
}

function findingAlert(judged: JudgedFinding, helpLength: number, model: ReportModel, texts: Texts): Alert {
  const { finding, fingerprint, status, ignoredBy, knownFrom } = judged;
  const isCompared = model.assessment.baseline.kind !== 'none' && status !== 'ignored';
  const fingerprintDigits = withoutVersion(fingerprint);
  const ruleId = `finding.${fingerprintDigits}`;
  const sentence =
    sarifSentence(splitDescription(finding.description).sentence, maxSentenceLength) ||
    sarifSentence(finding.name, maxSentenceLength) ||
    `${texts.label.unnamed}.`;
  const place = sarifText(placePhrase([finding], texts), maxPlaceLength);
  return {
    ruleId,
    buildRule: (score) => findingRule({ id: ruleId, finding, score }, texts, helpLength),
    severity: finding.severity,
    score: finding.cvss?.score ?? null,
    fingerprint: fingerprintDigits,
    message: place === '' ? sentence : `${sentence} ${texts.label.where}: ${place}.`,
    status,
    blockedBy: judged.blockedBy.map(({ kind }) => kind),
    baselineState: isCompared ? (knownFrom === null ? 'new' : 'unchanged') : undefined,
    ignoreReason: ignoredBy === null ? null : plainText(ignoredBy.reason, 500),
  };
}

function hostAlert(violation: HostViolation, model: ReportModel, texts: Texts): Alert {
  const { kind, severity, blocks } = violation;
  // The fingerprint does not use the name in a certificate, because the next preview has another name.
  const detail = violation.kind === 'port' ? (violation.port ?? violation.service) : null;
  const rule = hostRule(violation, texts);
  const { what, remedy } = describeViolation(violation, model, texts);
  return {
    ruleId: rule.id,
    buildRule: () => rule,
    severity,
    score: null,
    fingerprint: shortDigest(JSON.stringify(['host', kind, detail]), 20),
    message: sarifText(`${what} ${remedy}`.replaceAll('`', ''), maxViolationLength),
    status: blocks ? 'blocking' : 'passing',
    blockedBy: blocks ? ['host'] : [],
    baselineState: undefined,
    ignoreReason: null,
  };
}
