/** The settings that are given by inputs. */
import {
  type CommentMode,
  commentModes,
  type DisclosureSetting,
  disclosures,
  type FailOn,
  type Language,
  languages,
  type ReportType,
  reportTypes,
  thresholds,
} from '../core/words.ts';
import {
  boolean,
  hexColor,
  type InputReader,
  integer,
  oneOf,
  type Parsed,
  type Parser,
  parseYaml,
  splitList,
  webUrl,
} from '../inputs/read-input.ts';
import { parseBaseline } from './parse-baseline.ts';
import type { Baseline, Policy } from './policy.ts';

/** More checks than any scan makes. */
const maxMinChecks = 1_000_000_000;

/** The inputs that can also be set in the policy file; `null` where an input is empty. */
export interface GivenSettings {
  readonly failOn: FailOn | null;
  readonly failOnCvss: number | null;
  readonly maxFindings: Policy['maxFindings'] | null;
  readonly baseline: Baseline | null;
  readonly minChecks: number | null;
  readonly failFast: boolean | null;
  readonly onFail: 'fail' | 'warn' | null;
  readonly onInconclusive: 'fail' | 'warn' | null;
  readonly allowedStatuses: readonly number[] | null;
  readonly comment: CommentMode | null;
  readonly disclosure: DisclosureSetting | null;
  readonly trackIssue: boolean | null;
  readonly reports: readonly ReportType[] | null;
  readonly reportLanguage: Language | null;
  readonly reportLogo: URL | null;
  readonly reportColor: string | null;
}

/** Reads the inputs that can also be set in the policy file. */
export async function readGivenSettings(reader: InputReader): Promise<GivenSettings> {
  return {
    failOn: reader.optional<FailOn>('fail-on', oneOf(thresholds)),
    failOnCvss: reader.optional('fail-on-cvss', score),
    maxFindings: await readBudgets(reader),
    baseline: reader.optional('baseline', parseBaseline),
    minChecks: reader.optional('min-checks', integer(0, maxMinChecks)),
    failFast: reader.optional('fail-fast', boolean),
    onFail: reader.optional('on-fail', oneOf(['fail', 'warn'])),
    onInconclusive: reader.optional('on-inconclusive', oneOf(['fail', 'warn'])),
    allowedStatuses: reader.optional('allowed-statuses', allowedStatuses),
    comment: reader.optional('comment', oneOf(commentModes)),
    disclosure: reader.optional('disclosure', oneOf(disclosures)),
    trackIssue: reader.optional('track-issue', boolean),
    reports: reader.optional('reports', reports),
    reportLanguage: reader.optional('report-language', oneOf(languages)),
    reportLogo: reader.optional('report-logo', webUrl),
    reportColor: reader.optional('report-color', hexColor),
  };
}

const score: Parser<number> = (text) => {
  const value = Number(text);
  return /^\d{1,2}(?:\.\d{1,3})?$/.test(text) && value <= 10
    ? { ok: true, value }
    : { ok: false, expected: 'a CVSS score from 0.0 to 10.0' };
};

/** Reads the budgets by the schema of the policy file; `null` if the input is empty. */
async function readBudgets(reader: InputReader): Promise<Policy['maxFindings'] | null> {
  const text = reader.text('max-findings');
  if (text === '') return null;
  const document = await parseYaml(text);
  const { policyFileSchema } = await import('./policy-schema.ts');
  const budgets = document.ok
    ? policyFileSchema.shape['max-findings'].safeParse(document.value).data
    : undefined;
  const parsed: Parsed<Policy['maxFindings'] | null> =
    budgets === undefined
      ? { ok: false, expected: 'a mapping of severities to counts, such as `{ high: 0, medium: 5 }`' }
      : { ok: true, value: budgets };
  return reader.take<Policy['maxFindings'] | null>('max-findings', parsed, null);
}

const status = integer(300, 499);

function allowedStatuses(text: string): Parsed<readonly number[]> {
  const values = splitList(text).map((item) => {
    const parsed = status(item);
    return parsed.ok && parsed.value !== 429 ? parsed.value : null;
  });
  const known = values.filter((value) => value !== null);
  return known.length > 0 && known.length === values.length
    ? { ok: true, value: [...new Set(known)] }
    : { ok: false, expected: 'whole numbers from 300 to 499 without 429, one per line or comma-separated' };
}

/** A list of report types, or just `none`. */
function reports(text: string): Parsed<readonly ReportType[]> {
  const items = splitList(text);
  if (items.length === 1 && items[0] === 'none') return { ok: true, value: [] };
  const known = reportTypes.filter((type) => items.includes(type));
  const understood = items.length > 0 && items.every((item) => reportTypes.some((type) => type === item));
  return understood
    ? { ok: true, value: known }
    : { ok: false, expected: '`ACTION_REPORT` or `COMMERCIAL_RISK_REPORT`, both, or `none`' };
}
