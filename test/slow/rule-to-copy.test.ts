/** The rule that a report shows is copied into the policy file, and then ignores what it was shown for. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JudgedFinding } from '../../src/gate/judgement.ts';
import type { ReportModel } from '../../src/report/model.ts';
import { rulesToCopySection } from '../../src/report/page/rule-sections.ts';
import { type IgnoreRule, parsePolicyFile } from '../../src/settings/policy-file.ts';
import { anyText } from '../support/any-text.ts';
import { findElements, renderMarkdownTree, textOf } from '../support/render.ts';
import { issueAt, judged, now } from '../unit/gate/judgements.ts';

/** What the section reads of a model. */
const facts = {
  language: 'en',
  disclosure: { mode: 'full' },
  ownPolicyFile: { path: '.github/scan-gate.yml', url: null },
  writtenAt: now,
  run: { url: 'https://github.com/a/b/actions/runs/1' },
};

const version = { name: 'policy.yml', repository: 'a/b', path: 'policy.yml', commit: null, blob: '' };

/** The rules of the section, as a reader copies and completes them. */
function rulesFor(findings: readonly JudgedFinding[]): readonly IgnoreRule[] {
  const [fence] = findElements(
    renderMarkdownTree(rulesToCopySection(findings, facts as unknown as ReportModel)),
    'pre',
  );
  if (fence === undefined) return [];
  return parsePolicyFile(textOf(fence).replaceAll('reason: ""', 'reason: known'), version).ignore;
}

const pathsOf = (count: number) => Array.from({ length: count }, (_, index) => `/downloads/p${index}`);

test.each([0, 1, 10])('a rule for a finding in %d places ignores it there', (count) => {
  const issues = [issueAt(pathsOf(count))];
  const { findings } = judged({ issues });
  const [rule, ...others] = rulesFor(findings);
  expect(others).toEqual([]);
  expect(rule).toMatchObject({ fingerprint: findings[0]?.fingerprints, name: null, where: null });
  expect(rule).toMatchObject({ severity: 'high', expires: '2027-02-18' });
  const ignore = rule === undefined ? [] : [rule];
  expect(judged({ issues }, { ignore }).verdict).toBe('pass');
  expect(judged({ issues: [issueAt(['/other'])] }, { ignore }).verdict).toBe('fail');
});

test('whatever its name, a finding is ignored by its rule, and nothing else is in the file', () => {
  const part = fc.oneof(
    anyText(),
    fc.constantFrom('```', '`', '"', '\n', '\r', ': ', ' #', '*', '?', '\\', '- a', '\u2028'),
  );
  const name = fc.array(part, { maxLength: 8 }).map((parts) => `x${parts.join('')}`);
  const place = fc.constantFrom('/a/b', 'POST /a', '/~c*', 'https://api.shop.example/a', '/"`');
  fc.assert(
    fc.property(name, fc.array(place, { maxLength: 7 }), (given, more) => {
      const issues = [issueAt([...pathsOf(3), ...more], { name: given })];
      const { findings } = judged({ issues });
      const ignore = rulesFor(findings);
      expect(ignore).toHaveLength(1);
      expect(judged({ issues }, { ignore }).findings.map(({ status }) => status)).toEqual(['ignored']);
    }),
    { numRuns: 500 },
  );
});
