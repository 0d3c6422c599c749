import type { Assessment, Verdict } from '../gate/verdict.ts';
import { isComplete } from './completeness.ts';

/** What a comment or a tracking issue said before it was written over, as its hidden first lines tell. */
export interface PreviousState {
  readonly outcome: Verdict['outcome'];
  /** The commit it was about. */
  readonly sha: string | null;
  readonly scanId: string | null;
  /** What {@link printsOf} gave then. */
  readonly prints: readonly string[] | null;
}

/** What is compared of a model. */
interface Compared {
  readonly assessment: Assessment;
  readonly disclosure: { readonly mode: 'full' | 'counts' };
}

/** Digits of a fingerprint that are kept: enough for the findings of one site, and short enough for a comment. */
const shortLength = 10;
/** More fingerprints than this take too much of a comment; without them nothing is said about changes. */
const maxPrints = 500;

function short(print: string): string {
  return print.replace(/^v\d+:/u, '').slice(0, shortLength);
}

/**
 * The fingerprints of all findings, ten hexadecimal digits each, to be kept for {@link changesSince}. `null` where the
 * list of findings is not complete or too long, and where nothing about findings is to be published.
 */
export function printsOf({ assessment, disclosure }: Compared): readonly string[] | null {
  const { findings } = assessment;
  if (disclosure.mode === 'counts' || !isComplete(assessment) || findings.length > maxPrints) return null;
  return findings.map(({ fingerprint }) => short(fingerprint));
}

/**
 * How many findings came and went since `previous`; ignored and known ones count like any other, and of several with the
 * same fingerprint each counts. `null` where one of the two lists is not known to be complete.
 */
export function changesSince(
  previous: PreviousState | null,
  model: Compared,
): { new: number; fixed: number } | null {
  const now = printsOf(model);
  const before = previous?.prints?.map(short) ?? null;
  if (now === null || before === null) return null;
  const open = new Map<string, number>();
  for (const print of before) open.set(print, (open.get(print) ?? 0) + 1);
  let kept = 0;
  for (const print of now) {
    const left = open.get(print) ?? 0;
    if (left === 0) continue;
    open.set(print, left - 1);
    kept += 1;
  }
  return { new: now.length - kept, fixed: before.length - kept };
}
