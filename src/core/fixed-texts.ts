/** Stands before the last report with a verdict, in a text without one. Stands there even if that report is left out. */
export const keptLine = '<!-- scan-gate:previous v1 -->';

/** Texts that comments, reports or the log hold whatever was found: no secret can be removed from them. */
export const fixedTexts = ['Scan Gate', keptLine];
