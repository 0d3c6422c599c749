/** The line above the last report that a text without a verdict keeps. It is there even if the report had to be left out. */
export const lastReportLine = '<!-- scan-gate:previous v1 -->';

/** Texts that comments, reports or the log hold whatever was found: no secret can be removed from them. */
export const fixedTexts = ['Scan Gate', lastReportLine];
