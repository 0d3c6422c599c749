/** A page that looks like the conversation of a pull request on GitHub. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { escapeHtml } from '../../sandbox/sites/site.ts';

interface PageSection {
  readonly heading: string;
  /** From `renderMarkdown`. */
  readonly html: string;
  /** `summary` is the box on the page of a run. */
  readonly as: 'comment' | 'summary';
}

interface PageOptions {
  readonly title: string;
  readonly sections: readonly PageSection[];
  readonly theme: 'light' | 'dark';
}

/** A complete page in one file: no script, and nothing is loaded but the images the Markdown names. */
export function renderPage({ title, sections, theme }: PageOptions): string {
  const require = createRequire(import.meta.url);
  const markdownCss = {
    light: require.resolve('github-markdown-css/github-markdown-light.css'),
    dark: require.resolve('github-markdown-css/github-markdown-dark.css'),
  };
  const pageCss = readFileSync(new URL('page.css', import.meta.url), 'utf8');
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme}">
<title>${escapeHtml(title)}</title>
<style>
${readFileSync(markdownCss[theme], 'utf8')}
${pageCss}
</style>
</head>
<body>
<main>
<h1 class="page-title">${escapeHtml(title)}</h1>
${sections.map(sectionHtml).join('\n')}
</main>
</body>
</html>
`;
}

function article({ heading, html }: PageSection, header: string): string {
  return `<article class="comment" data-heading="${escapeHtml(heading)}">
<header class="comment-header">${header}</header>
<div class="markdown-body">
${html}
</div>
</article>`;
}

function sectionHtml(section: PageSection): string {
  const heading = escapeHtml(section.heading);
  if (section.as === 'summary') return article(section, `<strong>${heading}</strong>`);
  return `<h2 class="section-heading">${heading}</h2>
<div class="timeline">
<div class="avatar"></div>
${article(section, '<strong>github-actions</strong> <span class="badge">bot</span> commented')}
</div>`;
}
