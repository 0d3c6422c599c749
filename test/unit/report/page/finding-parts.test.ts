import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../../src/gate/findings.ts';
import { type FindingGroup, groupEqualFindings } from '../../../../src/report/equal-findings.ts';
import { en } from '../../../../src/report/language/texts.ts';
import { escapeParagraphs } from '../../../../src/report/markdown/escape.ts';
import { findingDetails, findingTitle, linkedScore } from '../../../../src/report/page/finding-parts.ts';
import { plainAssessment } from '../models.ts';
import { finding } from '../sample-findings.ts';

const renderCell = (text: string) => escapeParagraphs(text, 1_000, '<br><br>');
const options = { texts: en, renderCell, isNew: () => false, isFolded: false };
/** A finding of which there is nothing to say but its name. */
const bare = { name: 'Open', cwe: [], cve: [], where: [], description: '', remediation: '', references: [] };

/** Equal findings, one for each of `changes`. */
function groupOf(changes: readonly Partial<Finding>[], isNew = false): FindingGroup {
  const all = changes.map((each) => finding('high', 0, { ...bare, ...each }));
  const [group, ...more] = groupEqualFindings(plainAssessment(all).findings, () => isNew);
  if (group === undefined || more.length > 0) throw new Error('the findings are not one group');
  return group;
}

const titleOf = (...changes: readonly Partial<Finding>[]) => findingTitle(groupOf(changes), options);
const detailsOf = (changes: Partial<Finding>, more: { isFolded?: boolean; description?: string } = {}) =>
  findingDetails(groupOf([changes]), more.description ?? '', { ...options, ...more });

describe('findingTitle', () => {
  test('has the name, how many there are, the first three places, and how many more', () => {
    const all = ['/a', '/b', '/b', '/c', '/d'].map((path) => ({ where: [path] }));
    expect(titleOf(...all)).toBe('<b>Open</b> × 5 · `/a`, `/b`, `/c` · and 1 more');
  });

  test('marks a new finding, and one without a name', () => {
    expect(findingTitle(groupOf([{}], true), options)).toBe('<b>Open</b> · <kbd>new</kbd>');
    expect(titleOf({ name: '' })).toBe(`<b>${en.label.unnamed}</b>`);
  });

  test('repeats no place and no parameter that stands in the name', () => {
    const subjects = { method: ['GET'], parameter: ['q', 'r'], cookie: ['sid'] };
    expect(titleOf({ name: 'Injection in the parameter q', where: ['/search'], subjects })).toBe(
      '<b>Injection in the parameter q</b> · `GET /search` · parameter `r`, cookie `sid`',
    );
  });

  test('forms no Markdown from a name or a place', () => {
    const title = titleOf({ name: '<img src=x> [a](http://b.example)', where: ['/`|'] });
    expect(title).not.toMatch(/<img|\]\(http|[^\\]\|/);
  });
});

test('linkedScore is a link to a calculator, and nothing without a score', () => {
  const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
  expect(linkedScore(finding('high', 0, { cvss: { score: 7, vector } }), en)).toBe(
    `[7.0](https://www.first.org/cvss/calculator/3.1#${vector})`,
  );
  expect(linkedScore(finding('high', 0, { cvss: null }), en)).toBe('');
});

describe('findingDetails', () => {
  test('are nothing if the title says all', () => {
    expect({ open: detailsOf({}), folded: detailsOf({}, { isFolded: true }) }).toEqual({
      open: '',
      folded: '',
    });
  });

  test('have the titles that the service gives the parts of a description, and one if it has none', () => {
    expect(detailsOf({}, { description: 'It is open.\n\nImpact: all data.' })).toBe(
      '<br><b>Problem:</b> It is open.<br><br><b>Impact:</b> all data.',
    );
    expect(detailsOf({}, { description: 'Impact: all data.' })).toBe('<br><b>Impact:</b> all data.');
  });

  test('are folded under “How to fix”, which is not repeated if nothing stands between', () => {
    const remediation = 'Close it.';
    expect(detailsOf({ remediation }, { isFolded: true })).toBe(
      '<details><summary>How to fix</summary>Close it.</details>',
    );
    expect(detailsOf({ remediation }, { isFolded: true, description: 'So.' })).toBe(
      '<details><summary>How to fix</summary><b>Problem:</b> So.<br><br><b>How to fix:</b> Close it.</details>',
    );
    expect(detailsOf({}, { isFolded: true, description: 'So.' })).toContain('<summary>Details</summary>');
    expect(detailsOf({ remediation })).toBe('<br><b>How to fix:</b> Close it.');
  });

  test('name the places that the title does not, fifty at most, and how many more there are', () => {
    const where = Array.from({ length: 60 }, (_, index) => `/page-${index}`);
    const details = detailsOf({ where });
    expect(details).toMatch(/^<br><b>Evidence:<\/b> `\/page-3`, `\/page-4`,/);
    expect(details).toMatch(/, `\/page-52`, and 7 more$/);
  });

  test('name eight identifiers and three references at most, and none that only repeats an identifier', () => {
    const cwe = Array.from({ length: 13 }, (_, index) => index + 1);
    const references = ['a', 'b', 'c', 'd'].map((host) => `https://${host}.example/`);
    const repeated = 'http://cwe.mitre.org/data/definitions/3.html';
    const links = detailsOf({ cwe, references: [repeated, ...references] }).match(/(?<=\[)[^\]]+/gu);
    expect(links?.slice(7)).toEqual(['CWE-8', 'a.example', 'b.example', 'c.example']);
  });

  test('say which severity the gate does not know', () => {
    expect(detailsOf({ unknownSeverity: 'severe<b>' })).toMatch(/severe&lt;b/);
  });
});
