import type { Severity } from '../severity.ts';

/** The words of `contract.md` that more than one stage speaks of. */
export type Language = 'en' | 'pt';
export type FailOn = Severity | 'never';
export const reportTypes = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'] as const;
export type ReportType = (typeof reportTypes)[number];
