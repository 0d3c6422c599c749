import { compareSeverity, type Severity } from '../../../core/severity.ts';
import type { BaselineFacts, JudgedFinding } from '../../../gate/verdict.ts';
import type { Texts } from '../../language/texts.ts';
import { plain } from '../../markdown/escape.ts';
import type { ReportModel } from '../../model.ts';
import { firstSentence, placeWords } from '../../sentences/finding-sentences.ts';
import { describeViolation } from '../../sentences/verdict-sentences.ts';
import {
  findingRule,
  findingRuleId,
  hostPrint,
  hostRule,
  hostRuleId,
  levelOf,
  type SarifLevel,
  type SarifRule,
  type SarifText,
} from './rules.ts';
import { quiet, quietSentence } from './text.ts';

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: SarifText;
  readonly locations: readonly SarifLocation[];
  /** The only fingerprint that GitHub reads. */
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
  readonly baselineState?: 'new' | 'unchanged';
  /** On every result of a run or on none (SARIF 2.1.0, section 3.27.23). */
  readonly suppressions?: readonly SarifSuppression[];
  readonly properties: Readonly<Record<string, string | readonly string[]>>;
}

export interface SarifLocation {
  readonly physicalLocation: {
    /** Relative to the root of the repository: GitHub rejects the whole file for one absolute address. */
    readonly artifactLocation: { readonly uri: string };
    readonly region: {
      readonly startLine: number;
      readonly startColumn: number;
      readonly endLine: number;
      readonly endColumn: number;
    };
  };
}

interface SarifSuppression {
  readonly kind: 'external';
  readonly status: 'accepted';
  readonly justification: string;
}

/** What a result is made of: enough to rank it, and to write it with texts of any length. */
export interface Alert {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly score: number | null;
  /** `<fingerprint>:<occurrence>`, from 1: a second finding with the same fingerprint is another alert. */
  readonly lineHash: string;
  readonly status: JudgedFinding['status'];
  readonly blockedBy: readonly string[];
  /** `undefined` where the finding was not compared. */
  readonly baselineState: SarifResult['baselineState'];
  readonly suppression: SarifSuppression | null;
  /** @param score the highest score of all alerts of the rule */
  readonly rule: (size: TextSize, score: number | null) => SarifRule;
  readonly message: (size: TextSize) => string;
}

export interface TextSize {
  /** Limit of a description and a remediation each, in the help of a rule. Messages are shorter. */
  readonly maxTextLength: number;
}

const maxNameLength = 200;
const maxSentenceLength = 200;
const maxPlaceLength = 120;
const maxViolationLength = 500;

interface Alerts {
  /** Most severe first, then by score. */
  readonly kept: readonly Alert[];
  /** How many others there are. */
  readonly leftOut: number;
}

/** The alerts of findings and broken host rules, at most `limit`. */
export function alertsOf(model: ReportModel, texts: Texts, limit: number): Alerts {
  const { findings, hostViolations } = model.assessment;
  const scene: Scene = {
    model,
    texts,
    foundOn: texts.sarif.foundOn(quiet(model.target ?? '', 300)),
    count: occurrenceCounter(),
    host: hostOf(model.target),
  };
  const alerts = [
    // Findings are already in this order, so none beyond the limit can be kept.
    ...findings.slice(0, limit).map((judged) => findingAlert(judged, scene)),
    ...hostViolations.map((violation) => hostAlert(violation, scene)),
  ];
  const kept = alerts
    .toSorted((a, b) => compareSeverity(a.severity, b.severity) || (b.score ?? -1) - (a.score ?? -1))
    .slice(0, limit);
  return { kept, leftOut: findings.length + hostViolations.length - kept.length };
}

interface ResultFrame {
  /** Of the rule, in the list of rules. */
  readonly index: number;
  readonly location: SarifLocation;
  /** True when any result of the run is suppressed. */
  readonly suppressible: boolean;
  readonly size: TextSize;
}

/** `alert` as a result of the file. */
export function resultOf(alert: Alert, { index, location, suppressible, size }: ResultFrame): SarifResult {
  const { ruleId, severity, status, blockedBy, suppression, baselineState, lineHash } = alert;
  return {
    ruleId,
    ruleIndex: index,
    level: levelOf(severity),
    message: { text: alert.message(size) },
    locations: [location],
    partialFingerprints: { primaryLocationLineHash: lineHash },
    ...(baselineState === undefined ? {} : { baselineState }),
    ...(suppressible ? { suppressions: suppression === null ? [] : [suppression] } : {}),
    properties: { severity, status, ...(blockedBy.length === 0 ? {} : { blockedBy }) },
  };
}

/** What all alerts of a file share. */
interface Scene {
  readonly model: ReportModel;
  readonly texts: Texts;
  /** Says that an alert is not about the file it stands on. */
  readonly foundOn: string;
  readonly count: (print: string) => number;
  /** Of the target; `null` where it is not known. */
  readonly host: string | null;
}

function findingAlert(judged: JudgedFinding, scene: Scene): Alert {
  const { finding, fingerprint, status, ignoredBy } = judged;
  const { texts } = scene;
  const ruleId = findingRuleId(finding.name, fingerprint, scene.host);
  const print = fingerprint.replace(/^.*:/u, '');
  return {
    ruleId,
    severity: finding.severity,
    score: finding.cvss?.score ?? null,
    lineHash: `${print}:${scene.count(print)}`,
    status,
    blockedBy: judged.blockedBy.map(({ kind }) => kind),
    baselineState: baselineState(judged, scene.model.assessment.baseline),
    suppression:
      ignoredBy === null
        ? null
        : { kind: 'external', status: 'accepted', justification: plain(ignoredBy.reason, 500) },
    rule: (size, score) => findingRule({ id: ruleId, finding, score }, texts, size),
    message: ({ maxTextLength }) => {
      const sentence = maxTextLength === 0 ? '' : firstSentence(finding.description);
      const said =
        quietSentence(sentence, maxSentenceLength) ||
        quietSentence(finding.name, maxNameLength) ||
        `${texts.label.unnamed}.`;
      const place = quiet(placeWords(finding.where, texts), maxPlaceLength);
      const where = place === '' ? '' : ` ${texts.label.where}: ${place}.`;
      return `${said}${where} ${scene.foundOn}`;
    },
  };
}

/** Only findings that were compared have a state; ignored ones are not compared. */
function baselineState({ status, known }: JudgedFinding, baseline: BaselineFacts): Alert['baselineState'] {
  if (baseline.kind === 'none' || status === 'ignored') return undefined;
  return known ? 'unchanged' : 'new';
}

function hostAlert(
  violation: ReportModel['assessment']['hostViolations'][number],
  { model, texts, foundOn, count }: Scene,
): Alert {
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
    rule: () => hostRule(violation, texts),
    message: () => {
      const { what, remedy } = describeViolation(violation, model, texts);
      return `${quiet(`${what} ${remedy}`.replaceAll('`', ''), maxViolationLength)} ${foundOn}`;
    },
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

/** The file of alerts where no workflow file of this repository is known: the usual place of the policy file. */
const defaultPath = '.github/scan-gate.yml';

/**
 * The file that alerts are shown on. A finding of a running site has no line of code, but GitHub requires one, so it is the
 * first line of the workflow that started the scan.
 *
 * @param workflowRef `GITHUB_WORKFLOW_REF`, such as `octo/shop/.github/workflows/ci.yml@refs/heads/main`, or `null`
 * @param repository `GITHUB_REPOSITORY`. A workflow of another repository (required or reusable) has no file here
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
