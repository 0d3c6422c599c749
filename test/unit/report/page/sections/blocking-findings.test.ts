import { describe, expect, test } from '@jest/globals';
import { plainModel } from '../../models.ts';
import { comment, commentTree, foldText, linksIn } from '../../rendered-reports.ts';
import { finding, findings } from '../../sample-findings.ts';

describe('a blocking finding', () => {
  test('is shown with its score, identifiers, reference, remediation, first sentence and places', () => {
    const where = ['/a', '/b', '/c'];
    const model = plainModel([finding('high', 0, { where })]);
    const [text, tree] = [comment(model), commentTree(model)];
    expect(linksIn(tree)).toEqual(
      expect.arrayContaining([
        'https://cwe.mitre.org/data/definitions/193.html',
        'https://nvd.nist.gov/vuln/detail/CVE-2021-23017',
        'https://nginx.org/en/security_advisories.html',
      ]),
    );
    expect(text).toContain('[7.7](https://www.first.org/cvss/calculator/3.1#CVSS:3.1/AV:N/AC:L/');
    expect(text).toContain('</b> · `/a`, `/b`, `/c`<br>The server names itself nginx/1.18.0.<details>');
    expect(foldText(text, 'How to fix')).toContain('Update nginx to 1.20.1');
  });

  test('that stands for several is one row with their number and all places', () => {
    const all = ['/a', '/b', '/b', '/c', '/d'].map((path) => finding('high', 0, { where: [path] }));
    const text = comment(plainModel(all));
    expect(text.match(/^\| 🟠&nbsp;High/gmu)).toHaveLength(1);
    expect(text).toContain('</b> × 5 · `/a`, `/b`, `/c` · and 1 more<br>');
    expect(text).toContain('<b>Evidence:</b> `/d`<br><br><b>How to fix:</b>');
  });

  test('says each place once, and tells problem, evidence, impact and fix apart', () => {
    const changes = {
      name: 'SQL injection in the parameter q',
      where: ['/search'],
      subjects: { method: ['GET'], parameter: ['q', 'r'], cookie: ['sid'] },
      description: 'It is open. Anybody can read it.\n\nImpact: all data.',
      remediation: 'Close it.',
    };
    expect(comment(plainModel([finding('high', 0, changes)]))).toContain(
      '<b>SQL injection in the parameter q</b> · `GET /search` · parameter `r`, cookie `sid`<br>It is open.<details><summary>How to fix</summary><b>Problem:</b> Anybody can read it.<br><br><b>Impact:</b> all data.<br><br><b>How to fix:</b> Close it.<br><br>',
    );
  });

  test('is folded after the tenth row', () => {
    const model = plainModel(findings({ high: 12 }));
    expect(comment(model).match(/^\| 🟠&nbsp;High/gmu)).toHaveLength(12);
    expect(foldText(comment(model), '2 more blocking findings').match(/Outdated/gu)).toHaveLength(2);
  });
});
