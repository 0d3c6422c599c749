/** The SARIF file: its size, its metadata, and how its alerts become results. */

import { gzipSync } from 'node:zlib';
import { encodedPath, shortDigest } from '../../../core/text.ts';
import { isoTime } from '../../../core/time.ts';
import { version } from '../../../core/version.ts';
import { problemsOf } from '../../../gate/verdict.ts';
import type { RunContext } from '../../../github/context.ts';
import type { Texts } from '../../language/texts.ts';
import type { ReportModel } from '../../model.ts';
import { plainText, sarifText } from '../../plain-text.ts';
import { unlistedSentence } from '../../sentences/verdict-sentences.ts';
import { type Alert, alertsOf } from './alerts.ts';
import { alertLevels, type SarifRule } from './rules.ts';

/** GitHub accepts 10 MB after gzip. The difference leaves room for the redaction of secrets, which comes later. */
const maxGzipBytes = 9_000_000;
/** If a file is too large, the next try uses only this part of the alerts that should fit. */
const safetyFactor = 0.9;

const schemaUrl = 'https://json.schemastore.org/sarif-2.1.0.json';

/** Alerts are shown on the file of the workflow. */
export interface SarifOptions extends Pick<RunContext, 'owner' | 'repo' | 'workflowRef' | 'actionUrl'> {
  /** The comment key. Only a later file of the same category closes alerts. */
  readonly category: string;
}

/**
 * True when the scan finished and everything was understood. Otherwise there must be no SARIF file, because the file
 * would close the alerts of findings that it lacks.
 */
export function isFitForSarif({ assessment, scan }: ReportModel): boolean {
  const { verdict, partial } = assessment;
  return (
    scan.id !== null && verdict.outcome !== 'inconclusive' && !partial && problemsOf(assessment).length === 0
  );
}

/**
 * The findings and the violated rules for the host as SARIF 2.1.0 for GitHub code scanning, as JSON. Without findings
 * the list of results is empty, which closes the alerts of earlier runs. Only for a model that passes
 * {@link isFitForSarif}.
 *
 * Each text has a limit, so a file is too large for GitHub only if it has thousands of long texts. Then the least
 * severe results are left out, and a notification counts them.
 */
export function renderSarif(model: ReportModel, texts: Texts, options: SarifOptions): string {
  let alerts = alertsOf(model, texts);
  for (;;) {
    const json = `${JSON.stringify(sarifLog({ model, texts, options, alerts }))}\n`;
    const sizeRatio = gzipSync(json).length / maxGzipBytes;
    if (sizeRatio <= 1) return json;
    alerts = alerts.slice(0, Math.floor((safetyFactor * alerts.length) / sizeRatio));
  }
}

interface SarifContent {
  readonly model: ReportModel;
  readonly texts: Texts;
  readonly options: SarifOptions;
  /** The alerts that are written. */
  readonly alerts: readonly Alert[];
}

/** The part of SARIF 2.1.0 (OASIS Standard) that viewers read. Fields that are `undefined` are not in the JSON. */
function sarifLog(content: SarifContent) {
  const { model, options } = content;
  const { assessment, scan, target } = model;
  const notifications = notificationsOf(content);
  const rules = rulesOf(content.alerts);
  const driver = {
    // Never change this name: GitHub keys alerts by the name and the category. Alerts of the old name would stay open.
    name: 'Scan Gate',
    version,
    semanticVersion: version,
    informationUri: options.actionUrl ?? undefined,
    rules,
  };
  const run = {
    tool: { driver },
    automationDetails: { id: automationId(options.category) },
    invocations: [
      {
        executionSuccessful: true,
        startTimeUtc: isoTime(scan.startedAt) ?? undefined,
        endTimeUtc: isoTime(scan.endedAt) ?? undefined,
        toolExecutionNotifications: notifications.length === 0 ? undefined : notifications,
      },
    ],
    columnKind: 'utf16CodeUnits',
    results: resultsOf(content, rules),
    properties: {
      verdict: assessment.verdict.outcome,
      scanId: plainText(scan.id ?? '', 200),
      target: target === null ? undefined : plainText(target, 2000),
    },
  };
  return { $schema: schemaUrl, version: '2.1.0', runs: [run] };
}

export type SarifRun = ReturnType<typeof sarifLog>['runs'][number];

/** One rule for each id, described by its first and most severe alert, with the highest score of all its alerts. */
function rulesOf(alerts: readonly Alert[]): SarifRule[] {
  const groups = Map.groupBy(alerts, ({ ruleId }) => ruleId);
  return [...groups.values()].flatMap((group) => {
    const score = Math.max(0, ...group.map((alert) => alert.score ?? 0));
    return group.slice(0, 1).map(({ buildRule }) => buildRule(score));
  });
}

function resultsOf({ model, texts, options, alerts }: SarifContent, rules: readonly SarifRule[]) {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const occurrences = new Map<string, number>();
  const locations = [alertLocation(options)];
  const foundOn = texts.sarif.foundOn(sarifText(model.target ?? '', 300));
  const isAnyIgnored = alerts.some(({ ignoreReason }) => ignoreReason !== null);
  return alerts.map((alert) => {
    const { ruleId, severity, fingerprint, status, blockedBy, baselineState, ignoreReason } = alert;
    const occurrence = (occurrences.get(fingerprint) ?? 0) + 1;
    occurrences.set(fingerprint, occurrence);
    const suppression = { kind: 'external', status: 'accepted', justification: ignoreReason };
    return {
      ruleId,
      ruleIndex: indexes.get(ruleId) ?? 0,
      level: alertLevels[severity],
      // The message says where the finding is, because the alert is not about the file that it is shown on.
      message: { text: `${alert.message} ${foundOn}` },
      locations,
      // GitHub reads only this fingerprint. A second finding with the same fingerprint is another alert.
      partialFingerprints: { primaryLocationLineHash: `${fingerprint}:${occurrence}` },
      baselineState,
      // Either every result of a run has this field, or none (SARIF 2.1.0, section 3.27.23).
      suppressions: isAnyIgnored ? (ignoreReason === null ? [] : [suppression]) : undefined,
      properties: { severity, status, blockedBy: blockedBy.length === 0 ? undefined : blockedBy },
    };
  });
}

/** The file of alerts if no workflow file of this repository is known: the usual path of the policy file. */
const defaultPath = '.github/scan-gate.yml';

/**
 * The place where alerts are shown. The path is relative to the root of the repository, because GitHub rejects the
 * whole SARIF file for one absolute address. A finding of a running site has no line of code, but GitHub requires a
 * line. So the alert is on the first line of the workflow that started the scan. A workflow of another repository
 * (required or reusable) has no file in this repository.
 */
function alertLocation({ workflowRef, owner, repo }: SarifOptions) {
  // Such as `octo/shop/.github/workflows/ci.yml@refs/heads/main`.
  const repository = RegExp.escape(`${owner}/${repo}/`);
  const ownFile = new RegExp(`^${repository}(\\.github/workflows/[^/\\\\]{1,200}\\.ya?ml)@`, 'iu');
  const path = ownFile.exec(workflowRef ?? '')?.[1] ?? defaultPath;
  return {
    physicalLocation: {
      artifactLocation: { uri: encodedPath(path) },
      region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
    },
  };
}

/** GitHub takes the text before the last slash as the category. A key that is too long is cut and gets a digest. */
function automationId(category: string): string {
  const id = plainText(category, 200).replace(/\/+$/u, '');
  return id === category ? `${id}/` : `${id}-${shortDigest(category, 8)}/`;
}

/** Notifications that count the findings that are missing in the list of results. */
function notificationsOf({ model, texts, alerts }: SarifContent) {
  const { findings, hostViolations } = model.assessment;
  const leftOutCount = findings.length + hostViolations.length - alerts.length;
  const unlisted = unlistedSentence(model, texts);
  return [
    ...(leftOutCount > 0 ? [texts.sarif.leftOut(texts.number(leftOutCount))] : []),
    ...(unlisted === '' ? [] : [unlisted]),
  ].map((text) => ({ level: 'warning', message: { text: sarifText(text, 1000) } }));
}
