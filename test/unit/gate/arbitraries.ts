/** Findings of a service: well-formed, nearly so, and any other JSON. And what counts the cases that a law met. */
import fc from 'fast-check';
import { failOnValues, severities } from '../../../src/core/severity.ts';
import { scanResultSchema, type WireScanResult } from '../../../src/service/wire.ts';
import { anyName, anyValue } from '../../support/any-value.ts';

/** From the laxest to the strictest. */
export const laxestFirst = ['never', ...severities] as const;

export const severity = fc.constantFrom(...severities);
export const threshold = fc.constantFrom(...failOnValues);

/** Hundredths from 0 to `max`. `fc.double` is nearly always next to zero. */
function hundredths(max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: max * 100 }).map((count) => count / 100);
}

/** As parsed from the text of a body: `__proto__` is then a property like any other. */
export function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

/** JSON with keys that have a meaning in JavaScript or for the service. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => {
  const known = ['issues', 'severity', 'cvss', 'score', 'high'];
  const key = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', ...known),
    anyName,
  );
  const leaf = fc.oneof(
    fc.constantFrom('critical', 'warning', '100.00', '', null, true, 0, -1, 1e308),
    anyValue({ maxDepth: 1 }),
  );
  return {
    value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('mapping')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    // Built as text: an object literal would use `__proto__` as its prototype.
    mapping: fc
      .array(fc.tuple(key, tie('value')), { maxLength: 4 })
      .map((entries) =>
        JSON.parse(
          `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
        ),
      ),
  };
}).value;

/** An entry of `issues` (`docs/internals/service-interface.md`, section 2.3). */
export const wellFormedIssue = fc.record(
  {
    name: fc.string({ maxLength: 20 }),
    group: fc.constantFrom('Improper Neutralization', 'Unspecified Threat'),
    severity,
    cvss: fc.record({ score: hundredths(10), detail: fc.constant('CVSS:3.1/AV:N') }),
    cwe: fc.array(fc.integer({ min: 1, max: 1500 }), { maxLength: 3 }),
    cve: fc.constantFrom<string[]>([], ['CVE-2021-23017']),
  },
  { requiredKeys: ['severity'] },
);

/** Well-formed, or with an odd severity, or with fields of any shape. */
export const anyIssue = fc.oneof(
  { weight: 4, arbitrary: wellFormedIssue },
  fc.record({
    severity: fc.constantFrom('HIGH', 'info', '', 'none'),
    cvss: fc.record({ score: fc.integer({ min: -1, max: 11 }) }),
  }),
  fc.record({
    severity: anyJson,
    cvss: anyJson,
    name: anyJson,
    cve: anyJson,
    cwe: anyJson,
    references: anyJson,
  }),
);

const few = fc.nat(3);
export const summaryOf = fc.record({ critical: few, high: few, medium: few, low: few, warning: few });

/** Turns a JSON value into a result, as the client returns it. */
export function asResult(value: unknown): WireScanResult {
  return scanResultSchema.parse(throughJson(value));
}

/** Counts the cases that a law met. One whose generator hardly makes its hard case proves little. */
export function countCases() {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    /** Notes one case, if there is one. */
    met: (name: string, isMet = true) => {
      if (isMet) counts.set(name, of(name) + 1);
    },
    /** How often the one of `names` that was met least was met. */
    leastMet: (...names: readonly string[]) => Math.min(...names.map(of)),
  };
}
