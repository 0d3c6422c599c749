/** Which texts are never treated as secrets: short ones, words of the outputs, and texts that every run publishes. */

import { isSeverity } from './severity.ts';

/** In characters. A shorter text is not a secret: masking it would make every text unreadable. */
export const minSecretLength = 4;

/**
 * In characters. A shorter text is too often a part of other texts by chance. This length counts for values of
 * `preferences` (`docs/contract.md`, promise 4), for parts of a secret in base64, for short words in an answer, and for
 * the comment key.
 */
export const minDistinctLength = 8;

const outputWords = /^(?:true|false|null|none|pass|fail|warn|inconclusive|never|always)$/;

/** True for words of the action's own outputs. Masking one would make log and outputs unreadable. */
export function isOutputWord(text: string): boolean {
  const word = text.toLowerCase();
  return outputWords.test(word) || isSeverity(word);
}

/**
 * The line above the last report, which a comment keeps while it has no verdict. The line is there even if the report
 * did not fit.
 */
export const lastReportLine = '<!-- scan-gate:previous v1 -->';

/** Texts that are always in comments, reports or the log: no secret can be removed from them. */
export const fixedTexts = ['Scan Gate', lastReportLine];
