/** Reads what `hidden-state.ts` wrote. A file of its own: the action for many targets loads that one, and has no zod. */
import { z } from 'zod';
import {
  type HiddenState,
  keptLine,
  maxNameLength,
  maxPrints,
  nothingWritten,
  printDigits,
  shaDigits,
  type Written,
} from './hidden-state.ts';
import { plain } from './markdown/escape.ts';

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const count = z.int().nonnegative();
/** Only shown, so one that cannot be read is lost alone. */
const shortSha = hex(shaDigits).nullable().catch(null);
const stateSchema = z.strictObject({
  outcome: z.enum(['pass', 'fail', 'inconclusive']),
  sha: shortSha,
  scanId: z.string().max(200).nullable().catch(null),
  blocking: count.nullable(),
  prints: z.array(hex(printDigits)).max(maxPrints).nullable(),
  names: z.array(z.string().transform((name) => plain(name, maxNameLength))).max(maxPrints),
  listSha: shortSha,
});
const tieSchema = z.strictObject({ sha: hex(40).or(hex(64)), runId: count, scan: hex(16) });
/** A part that cannot be read is lost alone: without its marker, a text would no longer be ours. */
const schema = z.strictObject({
  marker: z.strictObject({ key: hex(16), runId: count, attempt: count }),
  state: stateSchema.nullable().catch(null),
  tie: tieSchema.nullable().catch(null),
});

const firstLine = /^<!-- scan-gate:v1 ([\w-]+) -->(?:\r?\n|$)/;
/** All lines that we hide, of this version or another. */
const leadingLines = /^(?:<!-- scan-gate:[^\r\n]*-->\r?(?:\n|$))+/u;

const keptStart = new RegExp(`(?:^|\\n)${keptLine}\\r?(?:\\n|$)`);

/** What the first line of `body` holds; `null` if it is no line of ours. */
export function readHidden(body: string): HiddenState | null {
  const digits = firstLine.exec(body)?.[1] ?? '';
  try {
    const json: unknown = JSON.parse(Buffer.from(digits, 'base64url').toString());
    return schema.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

/** Reads what we have written. What a text without a verdict keeps is read out of it, so that it never keeps itself. */
export function readWritten(body: string): Written {
  const { state, tie } = readHidden(body) ?? nothingWritten;
  const kept = keptStart.exec(body);
  const report = (kept === null ? body : body.slice(kept.index + kept[0].length))
    .replace(leadingLines, '')
    .replace(kept === null ? '' : /\s*<\/details>\s*$/u, '')
    .trim();
  return { state, tie, report: state === null || report === '' ? null : report };
}
