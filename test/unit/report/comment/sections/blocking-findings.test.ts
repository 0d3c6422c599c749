import { describe, expect, test } from '@jest/globals';
import { findElements, type HtmlTree, textOf } from '../../../../support/render.ts';
import { assess, finding, findings, model } from '../../models.ts';
import { comment, commentTree, linksIn } from '../../scenes.ts';

function rowsWith(shown: HtmlTree, text: string): number {
  return findElements(shown, 'tr').filter((row) => textOf(row).includes(text)).length;
}

describe('a blocking finding', () => {
  test('is shown with its score, identifiers, reference and remediation', () => {
    const shown = commentTree(model(assess([finding('high')])));
    expect(linksIn(shown)).toEqual(
      expect.arrayContaining([
        'https://cwe.mitre.org/data/definitions/193.html',
        'https://nvd.nist.gov/vuln/detail/CVE-2021-23017',
        'https://nginx.org/en/security_advisories.html',
      ]),
    );
    expect(rowsWith(shown, 'High7.7')).toBe(1);
    const folded = findElements(shown, 'details')
      .map(textOf)
      .find((text) => text.startsWith('How to fix'));
    expect(folded).toContain('Update nginx to 1.20.1');
  });

  test('links only well-formed identifiers', () => {
    const odd = finding('high', 0, {
      cve: ['CVE-1', 'cve-2024-12345', 'CVE-2024-1/../../evil'],
      cwe: [-1, 1.5, 0, 79],
    });
    expect(linksIn(commentTree(model(assess([odd])))).filter((link) => /mitre|nist/u.test(link))).toEqual([
      'https://cwe.mitre.org/data/definitions/79.html',
      'https://nvd.nist.gov/vuln/detail/CVE-2024-12345',
    ]);
  });

  test('is said in one sentence and with its places, and the score leads to a calculator', () => {
    const text = comment(model(assess([finding('critical', 0, { where: ['/a', '/b', '/c'] })])));
    expect(text).toContain('[9.8](https://www.first.org/cvss/calculator/3.1#CVSS:3.1/AV:N/AC:L/');
    expect(text).toContain('reaches the database unescaped. · `/a`, `/b` and 1 more<details>');
  });

  test('is one row with its number where others look the same', () => {
    const elsewhere = finding('high', 0, { where: ['/other'] });
    const text = comment(model(assess([finding('high'), finding('high'), elsewhere])));
    expect(text.match(/^\| 🟠&nbsp;High/gmu)).toHaveLength(2);
    expect(text).toContain('| 2 × <b>Outdated nginx');
    expect(text).toContain('## ❌ Scan Gate: 3 findings block');
  });

  test('is a row of its own where only line breaks divide its texts in another way', () => {
    const one = finding('high', 0, { description: 'one', remediation: 'two\nthree' });
    const other = finding('high', 0, { description: 'one\ntwo', remediation: 'three' });
    expect(comment(model(assess([one, other])))).not.toContain('2 × ');
  });

  test('is folded after the tenth row', () => {
    const tree = commentTree(model(assess(findings({ high: 12 }))));
    const folded = findElements(tree, 'details').find((fold) =>
      textOf(fold).startsWith('2 more blocking findings'),
    );
    expect(rowsWith(tree, 'Outdated nginx')).toBe(12);
    expect(folded === undefined ? 0 : rowsWith({ type: 'root', children: [folded] }, 'Outdated')).toBe(2);
  });

  test('names eight identifiers at most, and no reference that only repeats one', () => {
    const shown = commentTree(
      model(
        assess([
          finding('high', 0, {
            cve: [],
            cwe: Array.from({ length: 13 }, (_, index) => index + 1),
            references: ['http://cwe.mitre.org/data/definitions/3.html', 'https://a.example/'],
          }),
        ]),
      ),
    );
    const links = linksIn(shown).filter((link) => /mitre|a\.example/u.test(link));
    expect(links).toHaveLength(9);
    expect(links.at(-1)).toBe('https://a.example/');
    expect(textOf(shown)).toContain('CWE-8 · and 5 more · a.example');
  });
});
