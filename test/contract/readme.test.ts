import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, readText, root } from './repository.ts';

/** The README without its generated table, and that table. */
function split(readme: string): string[] {
  const [before = '', table, after = ''] = readme.split(/<!-- inputs:(?:start|end) -->/);
  return [`${before}${after}`, table ?? ''];
}

describe('README.md', () => {
  test('its table and those of docs/inputs.md match action.yml', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/update-readme.ts', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('its test command is what .ci/run runs', async () => {
    const [readme, ci] = await Promise.all([readText('README.md'), readText('.ci/run')]);
    const command = ci.trim().split('\n').at(-1) ?? '';
    expect(command).toBe('npm ci && npm test');
    expect(readme).toContain(`\n${command}\n`);
  });

  test('is short: at most 2,300 words beside the table of inputs, which has twelve at most', async () => {
    const [own = '', table = ''] = split(await readText('README.md'));
    expect(own.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(2300);
    expect(table.match(/^\| `/gm)?.length).toBeLessThanOrEqual(12);
  });

  test('names every page of docs that is for users, and its contents name every section', async () => {
    const readme = await readText('README.md');
    const pages = (await filesBelow('docs', '.md')).filter((page) => !page.startsWith('docs/internals/'));
    expect(pages.filter((page) => !readme.includes(`](${page})`))).toEqual([]);
    const sections = [...readme.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
    expect(sections.filter((title) => !readme.includes(`[${title}](#`))).toEqual([]);
  });
});
