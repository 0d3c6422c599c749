/** A page that looks like the conversation of a pull request on GitHub. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { renderMarkdown } from '../../test/support/render.ts';
import { markdownOf, type Situation } from './situation.ts';

interface PageSection {
  readonly heading: string;
  /** From `renderMarkdown`. */
  readonly html: string;
  /** Default `comment`; `summary` is the box on the page of a run. */
  readonly as?: 'comment' | 'summary';
}

/** What GitHub shows in each of the situations. */
export async function sectionsOf(situations: readonly Situation[]): Promise<PageSection[]> {
  return Promise.all(
    situations.map(async (situation) => ({
      heading: situation.heading,
      html: renderMarkdown(await markdownOf(situation)),
      ...(situation.as === 'summary' ? { as: 'summary' as const } : {}),
    })),
  );
}

export interface PageOptions {
  readonly title: string;
  readonly sections: readonly PageSection[];
  readonly theme: 'light' | 'dark';
}

/** A complete page in one file: no script, and nothing is loaded but the images the Markdown names. */
export function renderPage(options: PageOptions): string {
  const { title, sections, theme } = options;
  const require = createRequire(import.meta.url);
  const markdownCss =
    theme === 'light'
      ? require.resolve('github-markdown-css/github-markdown-light.css')
      : require.resolve('github-markdown-css/github-markdown-dark.css');
  const pageCss = readFileSync(new URL('page.css', import.meta.url), 'utf8');
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme}">
<title>${escapeHtml(title)}</title>
<style>
${readFileSync(markdownCss, 'utf8')}
${pageCss}
</style>
</head>
<body>
<main>
<h1 class="page-title">${escapeHtml(title)}</h1>
${sections.map((section) => (section.as === 'summary' ? summary(section) : comment(section))).join('\n')}
</main>
</body>
</html>
`;
}

function summary({ heading, html }: PageSection): string {
  return `<article class="comment" data-heading="${escapeHtml(heading)}">
<header class="comment-header"><strong>${escapeHtml(heading)}</strong></header>
<div class="markdown-body">
${html}
</div>
</article>`;
}

function comment({ heading, html }: PageSection): string {
  return `<h2 class="section-heading">${escapeHtml(heading)}</h2>
<div class="timeline">
<div class="avatar"></div>
<article class="comment" data-heading="${escapeHtml(heading)}">
<header class="comment-header"><strong>github-actions</strong> <span class="badge">bot</span> commented</header>
<div class="markdown-body">
${html}
</div>
</article>
</div>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
