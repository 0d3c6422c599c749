import { describe, expect, test } from '@jest/globals';
import { renderPage } from '../../../../scripts/preview/page.ts';
import { renderMarkdown } from '../../../support/render.ts';

describe('renderPage', () => {
  test.each(['light', 'dark'] as const)('shows comments in %s, and loads nothing', (theme) => {
    const html = renderMarkdown('# Head');
    const page = renderPage({ title: '<T>', theme, sections: [{ as: 'comment', heading: 'A & B', html }] });
    expect(page).toContain('<title>&lt;T&gt;</title>');
    expect(page).toContain('A &amp; B');
    expect(page).toContain('<h1>Head</h1>');
    expect(page).toContain('github-actions');
    expect(page).toContain(`data-theme="${theme}"`);
    expect(page).toContain('.markdown-body');
    expect(page).not.toMatch(/<script|<link/);
  });

  test('shows a summary as the box of a run, without an author', () => {
    const section = { heading: 'scan <summary>', html: renderMarkdown('text'), as: 'summary' } as const;
    const page = renderPage({ title: 'T', theme: 'light', sections: [section] });
    expect(page).toContain('<strong>scan &lt;summary&gt;</strong>');
    expect(page).toContain('<p>text</p>');
    expect(page).not.toContain('commented');
  });
});
