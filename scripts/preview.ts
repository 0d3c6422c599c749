/**
 * Writes `preview/light.html` and `preview/dark.html`: every report in every situation that matters, as GitHub shows
 * it. They load nothing. `npm run preview`, then open them.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { renderMarkdown } from '../test/support/render.ts';
import { renderPage } from './preview/page.ts';
import { situations } from './preview/situations.ts';

const title = 'Scan Gate: preview of the reports';
const sections = situations().map(({ markdown, ...rest }) => ({ ...rest, html: renderMarkdown(markdown) }));
mkdirSync('preview', { recursive: true });
for (const theme of ['light', 'dark'] as const)
  writeFileSync(`preview/${theme}.html`, renderPage({ title, sections, theme }));
