/**
 * The hidden first line of a comment or a tracking issue: one JSON object in base64url. A later run uses its key and
 * run to find the post again, its facts of the last report to know what is new, and its scan to take the scan up. While
 * a post has no verdict, as during a scan, the last report with a verdict stays in the post, below
 * {@link lastReportLine}.
 *
 * Anybody who may edit the post can change the line. So only the first line is read, and only values that fit the
 * schema.
 */

import { z } from 'zod';
import { outcomes } from '../core/choices.ts';
import { lastReportLine } from '../core/never-secret.ts';
import { plainText } from './plain-text.ts';

const shaDigits = 7;
/** Digits of a fingerprint: enough for the findings of one site, and short enough for a comment. */
export const fingerprintDigits = 10;
/** More fingerprints than this take too much of a comment. */
export const maxFingerprints = 500;
/** Limit of the name of a finding, in code points. */
export const maxHiddenNameLength = 80;
/** A comment has room for many more names, but nobody reads them. */
const maxHiddenNames = 50;

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const count = z.int().nonnegative();

/** The key that a post belongs to, and the run that wrote it. */
const markerSchema = z.strictObject({
  /** Digest of the comment key. */
  key: hex(16),
  runId: count,
  attempt: count,
});

const outcomeSchema = z.enum(outcomes);

const reportSchema = z.strictObject({
  outcome: outcomeSchema,
  /** The commit that was gated; `null` if it was not known. */
  sha: hex(shaDigits).nullable(),
  /** How many findings blocked. */
  blocking: count,
  /** Version of the fingerprints. */
  fingerprintVersion: z.string().max(9),
  /** Fingerprints without the version; `null` if the list was not complete, too long or not to be published. */
  fingerprints: z.array(hex(fingerprintDigits)).max(maxFingerprints).readonly().nullable(),
  /** Names of the first findings in `fingerprints`, in the same order, as plain text. */
  names: z
    .array(z.string().transform((name) => plainText(name, maxHiddenNameLength)))
    .max(maxFingerprints)
    .readonly(),
});

const notedScanSchema = z.strictObject({
  sha: hex(40).or(hex(64)),
  runId: count,
  digest: hex(16),
  reusable: z.boolean(),
});

/** A part that cannot be read becomes `null`. Only the marker is required: it shows that we wrote the post. */
const hiddenLineSchema = z.strictObject({
  marker: markerSchema,
  /** The verdict that the post states; `null` while the scan runs. */
  outcome: outcomeSchema.nullable().catch(null),
  /** `null` if the post never had a report. */
  report: reportSchema.nullable().catch(null),
  /** The scan of the run; `null` if there is none that a later run may take up. */
  notedScan: notedScanSchema.nullable().catch(null),
});

/** The key of a post, the run that wrote it, and the verdict that it states; no verdict while the scan runs. */
export type PostStamp = Pick<HiddenLine, 'marker' | 'outcome'>;
/** Facts of the last report with a verdict; of the last report without one if there never was a verdict. */
export type LastReport = Readonly<z.infer<typeof reportSchema>>;
/** Everything that the line holds. */
export type HiddenLine = Readonly<z.infer<typeof hiddenLineSchema>>;

/**
 * The line, without its line end.
 *
 * @param redact removes secrets from a text: in base64url they could no longer be found
 */
export function encodeHiddenLine(hidden: HiddenLine, redact: (text: string) => string): string {
  const report = hidden.report === null ? null : shortenReport(hidden.report, redact);
  const json = JSON.stringify({ ...hidden, report });
  return `<!-- scan-gate:v1 ${Buffer.from(json).toString('base64url')} -->`;
}

function shortenReport(report: LastReport, redact: (text: string) => string): LastReport {
  const { sha, fingerprints } = report;
  const names = report.names.slice(0, Math.min(maxHiddenNames, fingerprints?.length ?? 0));
  return {
    ...report,
    sha: sha?.slice(0, shaDigits).toLowerCase() ?? null,
    names: names.map((name) => plainText(redact(name), maxHiddenNameLength)),
  };
}

/** What a comment or a tracking issue says before this run writes it. */
export interface EarlierPost extends Pick<HiddenLine, 'report' | 'notedScan'> {
  /** Markdown of the report that `report` is about, without a hidden line; `null` if it is not in the post. */
  readonly reportMarkdown: string | null;
}

export const noEarlierPost: EarlierPost = { report: null, notedScan: null, reportMarkdown: null };

const firstLine = /^<!-- scan-gate:v1 ([\w-]+) -->(?:\r?\n|$)/;
/** The hidden lines at the start of a post, of this version of the line or another. */
const leadingLines = /^(?:<!-- scan-gate:[^\r\n]*-->\r?(?:\n|$))+/u;
const lastReportStart = new RegExp(`(?:^|\\n)${lastReportLine}\\r?(?:\\n|$)`);

/** What the first line of `body` holds; `null` if the line is not a hidden line of this action. */
function readHiddenLine(body: string): HiddenLine | null {
  const encoded = firstLine.exec(body)?.[1] ?? '';
  try {
    const json: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return hiddenLineSchema.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Reads a comment or an issue; `null` if its first line is not a hidden line of this action. A post without a verdict
 * may keep an earlier report. Then only the kept report is read, so that the next post does not keep a report within a
 * report.
 */
export function readOwnPost(body: string): (EarlierPost & PostStamp) | null {
  const hidden = readHiddenLine(body);
  if (hidden === null) return null;
  const kept = lastReportStart.exec(body);
  const lastReport = (kept === null ? body : body.slice(kept.index + kept[0].length))
    .replace(leadingLines, '')
    .replace(kept === null ? '' : /\s*<\/details>\s*$/u, '')
    .trim();
  return { ...hidden, reportMarkdown: hidden.report === null || lastReport === '' ? null : lastReport };
}

/** The part of a report that may be published if findings are withheld. */
export function publicReportOf({ outcome, sha, blocking, fingerprintVersion }: LastReport): LastReport {
  return { outcome, sha, blocking, fingerprintVersion, fingerprints: null, names: [] };
}
