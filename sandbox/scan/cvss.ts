import type { Severity } from './wire.ts';

/** Metric weights of CVSS 3.1, specification document section 7.4. */
const WEIGHTS = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  impact: { H: 0.56, L: 0.22, N: 0 },
} as const satisfies Record<string, Record<string, number>>;

/** Privileges weigh more when the scope changes. */
const PRIVILEGES: Record<'U' | 'C', Record<string, number>> = {
  U: { N: 0.85, L: 0.62, H: 0.27 },
  C: { N: 0.85, L: 0.68, H: 0.5 },
};

const SEVERITY_FLOORS: readonly (readonly [number, Severity])[] = [
  [9, 'critical'],
  [7, 'high'],
  [4, 'medium'],
  [0.1, 'low'],
];

/** Smallest one-decimal number not below `value`, in the integer form that specification appendix A gives. */
function roundUp(value: number): number {
  const scaled = Math.round(value * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}

function parseVector(vector: string): Map<string, string> {
  const [prefix, ...metrics] = vector.split('/');
  if (prefix !== 'CVSS:3.1') throw new Error(`Not a CVSS 3.1 vector: ${vector}`);
  return new Map(
    metrics.map((metric): [string, string] => {
      const [name = '', value = ''] = metric.split(':');
      return [name, value];
    }),
  );
}

/**
 * Base score of a CVSS 3.1 vector string, 0.0 to 10.0 in steps of 0.1.
 *
 * Source: CVSS v3.1 specification document, section 7.1 "Base Metrics Equations".
 * @throws Error when a base metric is missing or unknown.
 */
export function cvssBaseScore(vector: string): number {
  const metrics = parseVector(vector);
  const weigh = (name: string, weights: Record<string, number>): number => {
    const weight = weights[metrics.get(name) ?? ''];
    if (weight === undefined) throw new Error(`Missing or unknown metric ${name} in ${vector}`);
    return weight;
  };
  const scope = metrics.get('S');
  if (scope !== 'U' && scope !== 'C') throw new Error(`Missing or unknown metric S in ${vector}`);

  const untouched = ['C', 'I', 'A'].reduce((product, name) => product * (1 - weigh(name, WEIGHTS.impact)), 1);
  const base = 1 - untouched;
  const impact = scope === 'U' ? 6.42 * base : 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15;
  const exploitability =
    8.22 *
    weigh('AV', WEIGHTS.AV) *
    weigh('AC', WEIGHTS.AC) *
    weigh('PR', PRIVILEGES[scope]) *
    weigh('UI', WEIGHTS.UI);
  if (impact <= 0) return 0;
  return roundUp(Math.min((scope === 'U' ? 1 : 1.08) * (impact + exploitability), 10));
}

/** Severity of a base score: the qualitative scale of CVSS 3.1 section 5, with `None` called `warning`. */
export function severityOfScore(score: number): Severity {
  return SEVERITY_FLOORS.find(([floor]) => score >= floor)?.[1] ?? 'warning';
}
