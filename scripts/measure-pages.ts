/**
 * Opens every page of the preview in headless Chromium, light and dark, and fails where on a phone of 375 px anything
 * is wider than the screen, with folds closed or open, or where at 900 px the first blocking finding stands too far
 * down. Code blocks may scroll: people copy them.
 *
 * `npm run measure`. Chromium is looked for in the path; `CHROMIUM` names another. It is only needed here.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeHtml } from '../sandbox/sites/site.ts';
import { openInChromium } from './preview/chromium.ts';
import { renderPage, sectionsOf } from './preview/page.ts';
import { situations } from './preview/situations.ts';

const phoneWidth = 375;
const desktopWidth = 900;
/** From the headline, which is 53 px below the top of a comment. Readers decide within the first screen. */
const maxFindingTop = 277;

/** Runs in the browser, so it is text: measures the frames and leaves the faults in the page, one a line. */
const measure = `
const faults = [];
const name = (element) => element.closest('.comment').dataset.heading;
for (const frame of document.querySelectorAll('iframe')) {
  const page = frame.contentDocument;
  const theme = frame.title;
  const say = (fault) => faults.push(theme + ', ' + fault);
  if (page.fonts.status === undefined || page.querySelectorAll('.comment').length === 0) say('nothing was rendered');
  for (const comment of page.querySelectorAll('.comment')) {
    const first = [...comment.querySelectorAll('td b')].find((name) => name.closest('details') === null);
    const fails = comment.querySelector('.markdown-alert-caution') !== null;
    const top = first === undefined || !fails ? 0 : first.getBoundingClientRect().top - comment.querySelector('h1, h2').getBoundingClientRect().top;
    if (top > ${maxFindingTop}) say(name(comment) + ': the first finding is ' + Math.round(top) + ' px down');
  }
  frame.style.width = '${phoneWidth}px';
  for (const folds of ['closed', 'open']) {
    for (const fold of page.querySelectorAll('details')) fold.open = folds === 'open';
    for (const element of page.querySelectorAll('.comment *')) {
      if (element.parentElement.closest('pre') !== null) continue;
      const { right } = element.getBoundingClientRect();
      const isWider = Math.round(right) > ${phoneWidth} || (element.tagName === 'TABLE' && element.scrollWidth > element.clientWidth + 1);
      if (isWider) say('folds ' + folds + ', ' + name(element) + ': ' + element.tagName + ' up to ' + Math.round(Math.max(right, element.scrollWidth)) + ' px: ' + element.textContent.replace(/\\s+/g, ' ').slice(0, 60));
    }
  }
}
document.body.textContent = '';
document.body.append('measured\\n' + faults.join('\\n'));
`;

const sections = await sectionsOf(situations());
const frames = (['light', 'dark'] as const).map((theme) => {
  const page = renderPage({ title: theme, sections, theme });
  return `<iframe title="${theme}" style="border: 0; width: ${desktopWidth}px; height: 800px" srcdoc="${escapeHtml(page)}"></iframe>`;
});
const folder = mkdtempSync(join(tmpdir(), 'scan-gate-measure-'));
try {
  const script = `<script>addEventListener('load', () => {${measure}});</script>`;
  const html = `<!doctype html><meta charset="utf-8"><body>${frames.join('')}${script}`;
  const printed = openInChromium(html, folder, ['--window-size=1200,900', '--dump-dom']);
  const [, report] = /<body>measured\n([\s\S]*?)<\/body>/u.exec(printed) ?? [];
  if (report === undefined) throw new Error('Chromium measured nothing.');
  const faults = report.split('\n').filter((line) => line !== '');
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${sections.length} pages measured, ${faults.length} faults\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
