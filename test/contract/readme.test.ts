import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, readText, root } from './repository.ts';

describe('README.md', () => {
  test('its tables match action.yml', () => {
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

  test('is short: at most 1,500 words beside the tables of inputs and outputs', async () => {
    const readme = await readText('README.md');
    const own = readme.replace(/<!-- (inputs|outputs):start -->.*?<!-- \1:end -->/gs, '');
    expect(own.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(1500);
  });

  test('quotes messages as docs/troubleshooting.md does', async () => {
    const [readme, page] = await Promise.all([readText('README.md'), readText('docs/troubleshooting.md')]);
    const faq = /^## FAQ$(.*?)^## /ms.exec(readme)?.[1] ?? '';
    const headings = [...faq.matchAll(/^### (.*)$/gm)].map(([, heading = '']) => heading);
    const messages = headings.filter(
      (heading) => !heading.endsWith('?') && !heading.startsWith('The check stays'),
    );
    expect(messages.length).toBeGreaterThan(5);
    expect(messages.filter((message) => !page.includes(`\n### ${message}\n`))).toEqual([]);
  });

  test('names every page of docs, and its contents name every section', async () => {
    const readme = await readText('README.md');
    const pages = await filesBelow('docs', '.md');
    expect(pages.filter((page) => !readme.includes(`](${page})`))).toEqual([]);
    const sections = [...readme.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
    expect(sections.filter((title) => !readme.includes(`[${title}](#`))).toEqual([]);
  });
});
