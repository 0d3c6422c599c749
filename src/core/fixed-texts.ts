/**
 * The line above the last report, which a comment keeps while it has no verdict. The line is there even if the report
 * did not fit.
 */
export const lastReportLine = '<!-- scan-gate:previous v1 -->';

/** Texts that are always in comments, reports or the log: no secret can be removed from them. */
export const fixedTexts = ['Scan Gate', lastReportLine];
