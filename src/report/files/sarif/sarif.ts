import { sumCounts } from '../../../core/severity.ts';
import { keyDigest } from '../../../inputs/comment-key.ts';
import type { Texts } from '../../language/texts.ts';
import { plain } from '../../markdown/escape.ts';
import type { ReportModel } from '../../model.ts';
import { countWords } from '../../sentences/verdict-sentences.ts';
import { type Alert, alertLocation, alertsOf, resultOf, type SarifResult, type TextSize } from './alerts.ts';
import type { SarifRule, SarifText } from './rules.ts';
import { quiet, webUri } from './text.ts';

/** The part of SARIF 2.1.0 (OASIS Standard) that GitHub code scanning and other viewers read. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly SarifRun[];
}

export interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly version: string;
      readonly semanticVersion?: string;
      readonly informationUri?: string;
      readonly rules: readonly SarifRule[];
    };
  };
  readonly automationDetails: { readonly id: string };
  readonly invocations: readonly {
    readonly executionSuccessful: true;
    /** ISO 8601 in UTC. */
    readonly startTimeUtc?: string;
    readonly endTimeUtc?: string;
    readonly toolExecutionNotifications?: readonly SarifNotification[];
  }[];
  readonly columnKind: 'utf16CodeUnits';
  readonly baselineGuid?: string;
  readonly results: readonly SarifResult[];
  readonly properties: Readonly<Record<string, string>>;
}

interface SarifNotification {
  readonly level: 'warning';
  readonly message: SarifText;
}

/** GitHub takes 25,000 results of a run and keeps 5,000. What it would not keep is left out here, and counted. */
const maxKeptResults = 5000;
/**
 * GitHub takes 10 MB after gzip. This is before gzip, which never makes a file noticeably larger. The rest is for the
 * redaction of secrets, which comes later.
 */
const maxFileBytes = 9_000_000;
/** Limit of a description and of a remediation each. */
const maxTextLength = 4000;
/** A rule holds both texts twice, as text and as Markdown; the rest is for escapes and results. */
const bytesPerLetter = 8;
/** For a file whose letters take more bytes than that, the part of the room that a second try takes. */
const caution = 0.8;

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
const semanticVersion = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/u;
const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/iu;

export interface SarifOptions {
  /** The comment key. Only the next file of the same category closes alerts. */
  readonly category: string;
  /** Version of this action, such as `1.2.3`. */
  readonly toolVersion: string;
  /** Page of this action's repository, where known. */
  readonly informationUri?: string | null;
  /** `GITHUB_WORKFLOW_REF`, or `null`. Alerts are shown on the file of this workflow. */
  readonly workflowRef: string | null;
  /** `GITHUB_REPOSITORY`, `owner/name`. */
  readonly repository: string;
  /** At most 5,000; 5,000 unless given. */
  readonly maxResults?: number;
}

/**
 * True when the scan finished and all of it was understood. Otherwise there must be no file, because it would close the
 * alerts of findings that it lacks.
 */
export function hasSarif({ assessment, scan }: ReportModel): boolean {
  const { verdict, partial } = assessment;
  const doubted = verdict.reasons.some(({ kind }) => kind === 'problem');
  return scan.id !== null && verdict.outcome !== 'inconclusive' && !partial && !doubted;
}

/**
 * The findings and the broken host rules as SARIF 2.1.0 for GitHub code scanning, as JSON. Without findings the list of
 * results is empty, which closes the alerts of earlier runs. Only for a model with {@link hasSarif}.
 *
 * To stay within GitHub's limits, the texts share the room of the file. If they do not fit even so, they are left out, and then
 * whole results, least severe first. A notification counts them.
 */
export function renderSarif(model: ReportModel, texts: Texts, options: SarifOptions): string {
  const limit = Math.min(options.maxResults ?? maxKeptResults, maxKeptResults);
  const alerts = alertsOf(model, texts, limit);
  let { kept } = alerts;
  const total = kept.length + alerts.leftOut;
  const write = (shown: readonly Alert[], size: TextSize) =>
    `${JSON.stringify(sarifLog({ model, texts, options, alerts: shown, total, size }))}\n`;
  const rules = new Set(kept.map(({ ruleId }) => ruleId)).size;
  const room = Math.floor(maxFileBytes / bytesPerLetter / Math.max(1, rules));
  let size = Math.min(maxTextLength, room);
  for (let tries = 0; tries < 2; tries += 1) {
    const json = write(kept, { maxTextLength: size });
    const bytes = Buffer.byteLength(json);
    if (bytes <= maxFileBytes) return json;
    size = Math.floor((caution * size * maxFileBytes) / bytes);
  }
  for (;;) {
    const json = write(kept, { maxTextLength: 0 });
    const bytes = Buffer.byteLength(json);
    if (bytes <= maxFileBytes || kept.length === 0) return json;
    kept = kept.slice(0, Math.min(kept.length - 1, Math.floor((kept.length * maxFileBytes) / bytes)));
  }
}

interface LogParts {
  readonly model: ReportModel;
  readonly texts: Texts;
  readonly options: SarifOptions;
  /** Those that are written. */
  readonly alerts: readonly Alert[];
  /** How many there are. */
  readonly total: number;
  readonly size: TextSize;
}

function sarifLog(parts: LogParts): SarifLog {
  const { model, options, alerts, size } = parts;
  const { rules, indexes } = rulesOf(alerts, size);
  const location = alertLocation(options.workflowRef, options.repository);
  const suppressible = alerts.some(({ suppression }) => suppression !== null);
  const { baseline } = model.assessment;
  const run: SarifRun = {
    tool: { driver: { ...driver(options), rules } },
    automationDetails: { id: automationId(options.category) },
    invocations: [invocation(parts)],
    columnKind: 'utf16CodeUnits',
    ...(baseline.kind === 'compared' && guid.test(baseline.scanId) ? { baselineGuid: baseline.scanId } : {}),
    results: alerts.map((alert) =>
      resultOf(alert, { index: indexes.get(alert.ruleId) ?? 0, location, suppressible, size }),
    ),
    properties: {
      verdict: model.assessment.verdict.outcome,
      ...(model.scan.id === null ? {} : { scanId: plain(model.scan.id, 200) }),
      ...(model.target === null ? {} : { target: plain(model.target, 2000) }),
    },
  };
  return { $schema: schema, version: '2.1.0', runs: [run] };
}

/** One rule for each id, described by its first and so most severe alert, with the highest score of all its alerts. */
function rulesOf(alerts: readonly Alert[], size: TextSize) {
  const scores = new Map<string, number>();
  for (const { ruleId, score } of alerts) {
    if (score !== null) scores.set(ruleId, Math.max(score, scores.get(ruleId) ?? 0));
  }
  const rules: SarifRule[] = [];
  const indexes = new Map<string, number>();
  for (const alert of alerts) {
    if (indexes.has(alert.ruleId)) continue;
    indexes.set(alert.ruleId, rules.length);
    rules.push(alert.rule(size, scores.get(alert.ruleId) ?? null));
  }
  return { rules, indexes };
}

function driver({ toolVersion, informationUri }: SarifOptions) {
  const uri = informationUri === undefined || informationUri === null ? null : webUri(informationUri);
  return {
    name: 'Scan Gate',
    version: toolVersion,
    ...(semanticVersion.test(toolVersion) ? { semanticVersion: toolVersion } : {}),
    ...(uri === null ? {} : { informationUri: uri }),
  };
}

/**
 * The text before the last slash is the category. A key that is too long is cut, and a digest makes it unique.
 */
function automationId(category: string): string {
  const shown = plain(category, 200).replace(/\/+$/u, '');
  return shown === category ? `${shown}/` : `${shown}-${keyDigest(category).slice(0, 8)}/`;
}

function invocation(parts: LogParts): SarifRun['invocations'][number] {
  const { startedAt, endedAt } = parts.model.scan;
  const start = utcTime(startedAt);
  const end = utcTime(endedAt);
  const notifications = notificationsOf(parts);
  return {
    executionSuccessful: true,
    ...(start === null ? {} : { startTimeUtc: start }),
    ...(end === null ? {} : { endTimeUtc: end }),
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
}

/** What the list of results lacks. */
function notificationsOf({ model, texts, alerts, total }: LogParts): SarifNotification[] {
  const { unlisted } = model.assessment;
  const left = total - alerts.length;
  const missing = sumCounts(unlisted);
  return [
    ...(left > 0 ? [texts.sarif.leftOut(texts.number(left))] : []),
    ...(missing > 0 ? [texts.phrase.unlistedNote(missing, countWords(unlisted, texts))] : []),
  ].map((text) => ({ level: 'warning', message: { text: quiet(text, 1000) } }));
}

/** ISO 8601; `null` where the year has not four digits, which the schema requires. */
function utcTime(timeMs: number | null): string | null {
  if (timeMs === null || !(timeMs >= 0 && timeMs < Date.UTC(10_000, 0))) return null;
  return new Date(timeMs).toISOString();
}
