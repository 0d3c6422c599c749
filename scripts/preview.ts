/**
 * Writes `preview/index.html`: every report in every situation that matters, as GitHub shows it, with switches for
 * light and dark and for the width of a phone. It is one file and loads nothing. `npm run preview`, then open the page.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { renderPage, sectionsOf } from './preview/page.ts';
import { situations } from './preview/situations.ts';
import { switchedPage } from './preview/switched-page.ts';

const title = 'Scan Gate: preview of the reports';
const sections = await sectionsOf(situations());
mkdirSync('preview', { recursive: true });
const light = renderPage({ title, sections, theme: 'light' });
const dark = renderPage({ title, sections, theme: 'dark' });
writeFileSync('preview/index.html', switchedPage({ title, light, dark }));
