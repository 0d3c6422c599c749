/**
 * The line above the last report, which a comment keeps while it has no verdict. It is there even if the report did not
 * fit.
 */
export const lastReportLine = '<!-- scan-gate:previous v1 -->';

/** Texts that comments, reports or the log hold whatever was found: no secret can be removed from them. */
export const fixedTexts = ['Scan Gate', lastReportLine];
