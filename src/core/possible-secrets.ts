/** Which texts can be secrets: a shorter text is not treated as one, nor is what every report holds. */

/** In characters. A shorter text is not a secret: to mask it would make every text unreadable. */
export const minSecretLength = 4;

/**
 * In characters. A shorter text is too often a part of other texts by chance. It decides for values of `preferences`
 * (`docs/contract.md`, promise 4), for parts of a secret in base64, for short words in an answer, and for the comment
 * key.
 */
export const minDistinctLength = 8;

/**
 * The line above the last report, which a comment keeps while it has no verdict. It is there even if the report did not
 * fit.
 */
export const lastReportLine = '<!-- scan-gate:previous v1 -->';

/** Texts that comments, reports or the log hold whatever was found: no secret can be removed from them. */
export const fixedTexts = ['Scan Gate', lastReportLine];
