import { expect, test } from '@jest/globals';
import { terminalPage } from '../../../../scripts/preview/terminal-page.ts';

test('terminalPage shows bold, faint and colours until they end, and escapes everything else', () => {
  const page = terminalPage('npm run <x>', [
    '1  \u001b[1;31mCritical\u001b[0m  a < b',
    '\u001b[2mdim\u001b[22m end',
  ]);
  expect(page).toContain('1  <span style="color:#ff7b72;font-weight:700">Critical</span>  a &lt; b');
  expect(page).toContain('<span style="opacity:.6">dim</span> end');
  expect(page).toContain('npm run &lt;x&gt;');
});
