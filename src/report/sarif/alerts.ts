import { compareSeverity, type Severity } from '../../core/severity.ts';
import type { HostViolation } from '../../gate/host-rules.ts';
import type { BaselineFacts, JudgedFinding } from '../../gate/verdict.ts';
import { identifierWords, scoreWords } from '../identifiers.ts';
import { plain } from '../markdown/escape.ts';
import type { ReportModel } from '../model.ts';
import type { Texts } from '../texts/texts.ts';
import type { SarifLocation, SarifResult, SarifRule, SarifSuppression } from './format.ts';
import { findingRule, findingRuleId, hostMessage, hostPrint, hostRule, hostRuleId } from './rules.ts';
import { quiet, quietSentence, sarifWords } from './text.ts';

/** One result to be, with what is needed to rank it and to write it at any length of its texts. */
export interface Alert {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly score: number | null;
  /** `<fingerprint>:<occurrence>`, from 1: the second finding of a kind is another alert. */
  readonly lineHash: string;
  readonly status: JudgedFinding['status'];
  readonly blockedBy: readonly string[];
  /** `undefined` where it was not compared. */
  readonly baselineState: SarifResult['baselineState'];
  readonly suppression: SarifSuppression | null;
  /** @param score the highest one of all alerts of the rule */
  readonly rule: (size: TextSize, score: number | null) => SarifRule;
  readonly message: (size: TextSize) => string;
}

export interface TextSize {
  /** Of a description and a remediation each, in the help of a rule; messages hold less. */
  readonly maxTextLength: number;
}

const maxNameLength = 200;
const maxMessageLength = 500;

/** Alerts of what deserves them most. */
export interface Alerts {
  /** Most severe first, then by score. */
  readonly kept: readonly Alert[];
  /** How many there are beside the kept ones. */
  readonly leftOut: number;
}

/** Alerts of findings and broken host rules, at most `limit`. */
export function alertsOf(model: ReportModel, texts: Texts, limit: number): Alerts {
  const { findings, hostViolations, baseline } = model.assessment;
  const count = occurrenceCounter();
  const host = hostOf(model.target);
  const alerts = [
    // They are in this order already, so none beyond the limit can be among the kept ones.
    ...findings
      .slice(0, limit)
      .map((judged) => findingAlert(judged, { model, texts, host, baseline, count })),
    ...hostViolations.map((violation) => hostAlert(violation, texts, count)),
  ];
  const kept = alerts
    .toSorted((a, b) => compareSeverity(a.severity, b.severity) || (b.score ?? -1) - (a.score ?? -1))
    .slice(0, limit);
  return { kept, leftOut: findings.length + hostViolations.length - kept.length };
}

interface FindingScene {
  readonly model: ReportModel;
  readonly texts: Texts;
  readonly host: string | null;
  readonly baseline: BaselineFacts;
  readonly count: (print: string) => number;
}

function findingAlert(judged: JudgedFinding, scene: FindingScene): Alert {
  const { finding, fingerprint, status, ignoredBy } = judged;
  const { texts, model } = scene;
  const ruleId = findingRuleId(finding.name, fingerprint, scene.host);
  const print = fingerprint.replace(/^.*:/u, '');
  return {
    ruleId,
    severity: finding.severity,
    score: finding.cvss?.score ?? null,
    lineHash: `${print}:${scene.count(print)}`,
    status,
    blockedBy: judged.blockedBy.map(({ kind }) => kind),
    baselineState: baselineState(status, scene.baseline),
    suppression:
      ignoredBy === null
        ? null
        : { kind: 'external', status: 'accepted', justification: plain(ignoredBy.reason, 500) },
    rule: (size, score) => findingRule({ id: ruleId, finding, score }, texts, size),
    message: ({ maxTextLength }) => {
      const facts = [texts.severity[finding.severity], scoreWords(finding), ...identifierWords(finding)];
      return [
        quietSentence(finding.name, maxNameLength) || `${texts.label.unnamed}.`,
        quietSentence(finding.description, Math.min(maxMessageLength, maxTextLength)),
        `${texts.label.severity}: ${facts.filter((fact) => fact !== '').join(', ')}.`,
        model.target === null ? '' : `${texts.label.target}: ${quiet(model.target, 300)}.`,
      ]
        .filter((sentence) => sentence !== '')
        .join(' ');
    },
  };
}

/** Only what was compared has a state; of an ignored finding nobody asked. */
function baselineState(status: JudgedFinding['status'], baseline: BaselineFacts): Alert['baselineState'] {
  if (baseline.kind === 'none' || status === 'ignored') return undefined;
  return status === 'known' ? 'unchanged' : 'new';
}

function hostAlert(
  violation: HostViolation & { readonly blocks: boolean },
  texts: Texts,
  count: (print: string) => number,
): Alert {
  const words = sarifWords[texts.language];
  const print = hostPrint(violation);
  return {
    ruleId: hostRuleId(violation),
    severity: violation.severity,
    score: null,
    lineHash: `${print}:${count(print)}`,
    status: violation.blocks ? 'blocking' : 'passing',
    blockedBy: violation.blocks ? ['host'] : [],
    baselineState: undefined,
    suppression: null,
    rule: () => hostRule(violation, words),
    message: () => hostMessage(violation, words),
  };
}

function occurrenceCounter(): (print: string) => number {
  const counts = new Map<string, number>();
  return (print) => {
    const count = (counts.get(print) ?? 0) + 1;
    counts.set(print, count);
    return count;
  };
}

function hostOf(target: string | null): string | null {
  if (target === null) return null;
  return URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(target) ? target : `https://${target}`)?.host ?? null;
}

/** Where alerts stand when no workflow file of this repository is known: the policy file's usual place. */
const defaultPath = '.github/scan-gate.yml';

/**
 * The file that alerts are shown on. A finding of a running site has no line of code, and GitHub wants one: the workflow
 * that asked for the scan stands for it, by its path in the repository.
 *
 * @param workflowRef `GITHUB_WORKFLOW_REF`, such as `octo/shop/.github/workflows/ci.yml@refs/heads/main`, or `null`
 * @param repository `GITHUB_REPOSITORY`. A workflow of another one (a required or reusable workflow) has no file here
 */
export function alertLocation(workflowRef: string | null, repository: string): SarifLocation {
  const path = workflowPath(workflowRef ?? '', repository) ?? defaultPath;
  return {
    physicalLocation: {
      artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
      region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
    },
  };
}

function workflowPath(workflowRef: string, repository: string): string | null {
  const prefix = `${repository}/`;
  const path = /^(\.github\/workflows\/[^/\\]{1,200}\.ya?ml)@/iu.exec(workflowRef.slice(prefix.length))?.[1];
  const isOwn = workflowRef.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
  return isOwn && path?.isWellFormed() ? path : null;
}
