/** Verdicts and severities, with the order of both. */

/** Most severe first. */
export const severities = ['critical', 'high', 'medium', 'low', 'warning'] as const;

export type Severity = (typeof severities)[number];

export const lowestSeverity: Severity = 'warning';

export const failOnValues = [...severities, 'never'] as const;
export type FailOn = (typeof failOnValues)[number];

/** What the gate may say, from best to worst. */
export const verdicts = ['pass', 'inconclusive', 'fail'] as const;
export type Verdict = (typeof verdicts)[number];

/** Number of findings by severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

export const zeroCounts: SeverityCounts = { critical: 0, high: 0, medium: 0, low: 0, warning: 0 };

/** The severity that the service names with `word`, in any letter case; `null` for any other value. */
export function parseSeverity(word: unknown): Severity | null {
  const name = typeof word === 'string' ? word.toLowerCase() : null;
  return severities.find((severity) => severity === name) ?? null;
}

/** True when `severity` is at least `threshold`. Nothing reaches `never`. */
export function reaches(severity: Severity, threshold: FailOn): boolean {
  return threshold !== 'never' && severities.indexOf(severity) <= severities.indexOf(threshold);
}

/** Negative when `a` is more severe than `b`: sorts the most severe first. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b);
}

/**
 * The severity for a CVSS base score from 0.0 to 10.0 (`docs/internals/service-interface.md`, section 2.3). Without a
 * score (`null`) the finding is treated as critical, because it could be anything.
 */
export function severityOfScore(score: number | null): Severity {
  if (score === null || !(score >= 0)) return 'critical';
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'warning';
}

/** A score in the middle of each band of {@link severityOfScore}, for what has a severity but no score. */
export const scoreForSeverity: Readonly<Record<Severity, number>> = {
  critical: 9.5,
  high: 8,
  medium: 5.5,
  low: 2,
  warning: 0,
};

/** The highest severity with a count above zero, or `null`. */
export function highestSeverity(counts: SeverityCounts): Severity | null {
  return severities.find((severity) => counts[severity] > 0) ?? null;
}

export function sumCounts(counts: SeverityCounts): number {
  return severities.reduce((sum, severity) => sum + counts[severity], 0);
}
