import { describe, expect, test } from '@jest/globals';
import { findElements, renderMarkdownTree } from '../../../../support/render.ts';
import { ignoreLow, judgedModel, plainModel } from '../../models.ts';
import { comment, foldText, linksIn } from '../../rendered-reports.ts';
import { findings } from '../../sample-findings.ts';

test('findings that do not block are one fold, the most severe first, each with its place and its group', () => {
  const text = comment(plainModel(findings({ critical: 1, medium: 2, low: 1, warning: 1 })));
  expect(text).toContain('<summary>4 findings that do not block (2 medium, 1 low, 1 warning)</summary>');
  expect(text).toMatch(
    /^- 🟡&nbsp;Medium \[5\.4\]\(.*\) · <b>Session cookie .*<\/b> · `\/`, `\/account`, `\/login` · Protection Mechanism Failure$/mu,
  );
  expect(text.indexOf('Medium')).toBeLessThan(text.indexOf('Low'));
});

describe('ignored findings', () => {
  const commentOf = (policy: string) => comment(judgedModel({ policy, findings: findings({ low: 1 }) }));

  test('are folded, with reason, last day, owner and line of the rule', () => {
    const text = commentOf(`${ignoreLow}    expires: 2027-03-31\n    owner: "@example/security"\n`);
    const folded = foldText(text, '1 finding that does not block (1 low)').replaceAll('\u200b', '');
    expect(folded).toContain(
      'Sent by the proxy in production · until 2027-03-31 · owner: @example/security · line 2',
    );
    expect(text).not.toContain('@example/security');
  });

  test('form no Markdown from the text of a rule', () => {
    const reason = '</details><img src=x> [x](http://evil.example) | @octocat';
    const tree = renderMarkdownTree(
      commentOf(`ignore:\n  - cwe: 693\n    reason: "${reason}"\n    owner: "**<b>x"\n`),
    );
    expect(findElements(tree, 'img')).toEqual([]);
    expect(linksIn(tree)).not.toContain('http://evil.example');
  });
});
