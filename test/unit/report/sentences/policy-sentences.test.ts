import { expect, test } from '@jest/globals';
import { en } from '../../../../src/report/language/texts.ts';
import { describeViolation, orderedViolations } from '../../../../src/report/sentences/policy-sentences.ts';
import { judgedModel, plainAssessment, plainModel } from '../models.ts';

const port = { kind: 'port', port: 8080, service: '`http`', severity: 'high', blocks: true } as const;

test('a violation names the first allowed ports, and a service between quotes that it cannot end', () => {
  const ports = Array.from({ length: 14 }, (_, index) => index + 1);
  const model = judgedModel({ policy: `host: { allowed-ports: [${ports}] }\n`, findings: [] });
  const { what } = describeViolation(port, model, en);
  expect(what).toBe("Port `8080` (“'http'”) is open; allowed: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ….");
});

test("a violation of the organization's rules is told by its ports, and says whose they are", () => {
  const organization = 'fail-on: high\nhost: { allowed-ports: [443] }\n';
  const model = judgedModel({ organization, findings: [] });
  const { what } = describeViolation({ ...port, by: 'organization' }, model, en);
  expect(what).toMatch(/^By the organization's policy: Port .*; allowed: 443\.$/u);
});

test('violations that block come first', () => {
  const passing = { ...port, blocks: false };
  const { assessment } = plainModel([], {
    assessment: { ...plainAssessment([]), hostViolations: [passing, port] },
  });
  expect(orderedViolations(assessment)).toEqual([port, passing]);
});
