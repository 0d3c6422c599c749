// The rows of what blocks, and the lists of what does not.
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../../src/gate/read-findings.ts';
import type { PublishedModel } from '../../../../src/report/published-model.ts';
import { findElements, renderMarkdownTree } from '../../../support/render.ts';
import { ignoreLow, judgedModel, plainModel } from '../models.ts';
import { comment, commentTree, foldText, linksIn, summary } from '../rendered-reports.ts';
import { finding, findings } from '../sample-findings.ts';

/** A finding of which there is nothing to say but its name. */
const bare = { name: 'Open', cwe: [], cve: [], cvss: null, description: '', remediation: '', references: [] };

/** The row of equal findings that block, one for each of `changes`. */
function rowOf(...changes: readonly Partial<Finding>[]): string {
  const all = changes.map((each) => finding('high', 0, { ...bare, ...each }));
  const [row = '', ...others] = comment(plainModel(all)).match(/^\| 🟠.*$/gmu) ?? [];
  if (others.length > 0) throw new Error('the findings are not one row');
  return row.replace(/^\| 🟠&nbsp;High(?:<br>)?(.*) \|$/u, '$1').replace(/^ \| /u, '');
}

const placesOf = (...paths: readonly string[]) => paths.map((path) => ({ places: [path] }));

describe('the title of a finding', () => {
  test('has the name, how many there are, the first three places, and how many more', () => {
    expect(rowOf(...placesOf('/a', '/b', '/b', '/c', '/d'))).toBe(
      '<b>Open</b> × 5 · `/a, /b, /c and 1 more`',
    );
  });

  test('says that a finding has no name', () => {
    expect(rowOf({ name: '' })).toBe('<b>(no name)</b>');
  });
});

const vector = '';
test.each([
  ['has one decimal', { score: 7, vector }, '7.0 | <b>Open</b>'],
  ['is rounded', { score: 8.899999618530273, vector }, '8.9 | <b>Open</b>'],
  ['is nothing if there is none', null, '<b>Open</b>'],
  ['is nothing if it says nothing', { score: 0, vector }, '<b>Open</b>'],
])('the score %s', (_what, cvss, row) => {
  expect(rowOf({ cvss })).toBe(row);
});

describe('the details of a finding', () => {
  const detailsOf = (changes: Partial<Finding>) => rowOf(changes).replace(/^<b>Open<\/b>/u, '');

  test('are nothing if the title says all', () => {
    expect(detailsOf({})).toBe('');
  });

  const remediation = 'Close it.';
  test.each([
    [{ remediation }, '<details><summary>How to fix</summary>Close it.</details>'],
    [{ remediation, description: 'So.' }, '<br>So.<details><summary>How to fix</summary>Close it.</details>'],
    [
      { remediation, description: 'So. It is.' },
      '<br>So.<details><summary>How to fix</summary>Close it.<br><br>So. It is.</details>',
    ],
    [{ description: 'So. It is.' }, '<br>So.<details><summary>Details</summary>So. It is.</details>'],
  ])('are the first sentence, and a fold with the remediation and all else: %j', (changes, details) => {
    expect(detailsOf(changes)).toBe(details);
  });

  /** The comment on one finding, with fields that the sample answer of the service does not have. */
  function commentOn(changes: Partial<Finding>): string {
    const { judgement, ...rest } = plainModel([finding('high', 0, bare)]);
    const judged = judgement.findings.map((each) => ({ ...each, finding: { ...each.finding, ...changes } }));
    return comment({ ...rest, judgement: { ...judgement, findings: judged } } as PublishedModel);
  }

  test('name eight identifiers and three references at most', () => {
    const cwe = Array.from({ length: 13 }, (_, index) => index + 1);
    const hosts = ['a', 'b', 'c', 'd'].map((host) => `https://${host}.example/`);
    const [, row = ''] = /^\| 🟠(.*)$/mu.exec(commentOn({ cwe, references: hosts })) ?? [];
    const links = [...row.matchAll(/\[([^\]]+)\]/gu)].map(([, text]) => text?.replace('&#8203;', ''));
    expect(links).toEqual([
      ...cwe.slice(0, 8).map((number) => `CWE-${number}`),
      ...['a.example', 'b.example', 'c.example'],
    ]);
  });

  test('say which severity the gate does not know', () => {
    expect(commentOn({ unknownSeverity: 'severe<b>' })).toContain('calls this severity “severe&lt;b&gt;”.');
  });
});

describe('the table of what blocks', () => {
  test('shows score, identifiers, reference, first sentence, places and remediation', () => {
    const model = plainModel([finding('high', 0, { places: ['/a', '/b', '/c'] })]);
    const [text, tree] = [comment(model), commentTree(model)];
    expect(linksIn(tree)).toEqual(
      expect.arrayContaining([
        'https://cwe.mitre.org/data/definitions/193.html',
        'https://nvd.nist.gov/vuln/detail/CVE-2021-23017',
        'https://nginx.org/en/security_advisories.html',
      ]),
    );
    expect(text).toContain('<br>7.7 | ');
    expect(text).toContain('</b> · `/a, /b, /c`<br>The server names itself nginx/1.18.0.<details>');
    expect(foldText(text, 'How to fix')).toContain('Update nginx to 1.20.1');
  });

  test('is folded after the tenth row', () => {
    const text = comment(plainModel(findings({ high: 12 })));
    expect(text.match(/^\| 🟠&nbsp;High/gmu)).toHaveLength(12);
    expect(foldText(text, '2 more blocking findings').match(/Outdated/gu)).toHaveLength(2);
  });
});

describe('what does not block', () => {
  test('is one fold, the most severe first, each with its place', () => {
    const text = comment(plainModel(findings({ critical: 1, medium: 2, low: 1, warning: 1 })));
    expect(text).toContain('<summary>4 findings that do not block (2 medium, 1 low, 1 warning)</summary>');
    expect(text).toMatch(/^- 🟡&nbsp;Medium 5\.4 · <b>Session cookie .*<\/b> · `\/, \/account, \/login`$/mu);
    expect(text.indexOf('Medium')).toBeLessThan(text.indexOf('Low'));
  });

  const ignored = (policy: string) => judgedModel({ policy, findings: findings({ low: 1 }) });

  test('says of ignored findings why, until when, by whom and by which line', () => {
    const model = ignored(`${ignoreLow}    expires: 2027-03-31\n    owner: "@example/security"\n`);
    for (const text of [comment(model), summary(model)]) {
      const folded = foldText(text, '1 finding that does not block (1 low)').replaceAll('\u200b', '');
      expect(folded).toContain(
        'Sent by the proxy in production · until 2027-03-31 · owner: @example/security · line 2',
      );
      expect(text).not.toContain('@example/security');
    }
  });

  test('forms no Markdown from the text of a rule', () => {
    const reason = '</details><img src=x> [x](http://evil.example) | @octocat';
    const rule = `ignore:\n  - cwe: 693\n    reason: "${reason}"\n    owner: "**<b>x"\n`;
    const tree = renderMarkdownTree(comment(ignored(rule)));
    expect(findElements(tree, 'img')).toEqual([]);
    expect(linksIn(tree)).not.toContain('http://evil.example');
  });
});
