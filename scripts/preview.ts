/**
 * Writes `preview/index.html`: every report in every situation that matters, as GitHub shows it, with switches for light and
 * dark and for the width of a phone. It is one file and loads nothing.
 *
 * `node scripts/preview.ts`, then open the page. With `light` or `dark` the page is that theme alone, at the width of the
 * window, which is what a screenshot is taken of; `--only TEXT` leaves it at the situations whose heading holds the text, and
 * `--bare` leaves out the headings.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { renderPage, sectionsOf } from './preview/page.ts';
import { situations } from './preview/situations.ts';
import { switchedPage } from './preview/switched-page.ts';

const title = 'Scan Gate: preview of the reports';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, bare: { type: 'boolean', default: false } },
});

const sections = await sectionsOf(
  (await situations()).filter(({ heading }) => heading.includes(values.only)),
);

function page(theme: 'light' | 'dark'): string {
  const whole = renderPage({ title, sections, theme });
  const hidden = '.page-title, .section-heading { display: none !important }';
  return values.bare ? whole.replace('</style>', `${hidden}\n</style>`) : whole;
}

const [theme] = positionals;
mkdirSync('preview', { recursive: true });
writeFileSync(
  'preview/index.html',
  theme === 'light' || theme === 'dark'
    ? page(theme)
    : switchedPage({ title, light: page('light'), dark: page('dark') }),
);
