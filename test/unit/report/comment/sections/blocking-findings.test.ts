import { describe, expect, test } from '@jest/globals';
import { findElements, type HtmlTree, textOf } from '../../../../support/render.ts';
import { assess, finding, model } from '../../models.ts';
import { commentTree, linksIn } from '../../scenes.ts';

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
});
