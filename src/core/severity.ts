/** The severities of `contract.md`, most severe first. Their order is the only place where severity is ranked. */
export const severities = ['critical', 'high', 'medium', 'low', 'warning'] as const;

export type Severity = (typeof severities)[number];

/** Findings by severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

export const noFindings: SeverityCounts = { critical: 0, high: 0, medium: 0, low: 0, warning: 0 };

/** True for the five severities, spelled as the service spells them. */
export function isSeverity(value: unknown): value is Severity {
  return severities.some((severity) => severity === value);
}

/** True when `severity` is `threshold` or worse. `never` is reached by nothing. */
export function reaches(severity: Severity, threshold: Severity | 'never'): boolean {
  return threshold !== 'never' && severities.indexOf(severity) <= severities.indexOf(threshold);
}

/** Negative when `a` is more severe than `b`: sorts the most severe first. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b);
}

/**
 * The severity of a CVSS base score, 0.0 to 10.0, by the bands of promise 1 in `contract.md`. `null` is no score: the
 * finding is then treated as critical, because what nobody can place may be anything.
 */
export function severityOfScore(score: number | null): Severity {
  if (score === null || !(score >= 0)) return 'critical';
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'warning';
}

/** The most severe of `counts` that is not zero, or `null` when all are. */
export function highestSeverity(counts: SeverityCounts): Severity | null {
  return severities.find((severity) => counts[severity] > 0) ?? null;
}

/** All findings of `counts` together. */
export function sumCounts(counts: SeverityCounts): number {
  return severities.reduce((sum, severity) => sum + counts[severity], 0);
}
