import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { codeFiles, filesBelow, readText, root } from './repository.ts';

const code = await codeFiles();
const promises = [
  ...['No pass without a trustworthy scan', 'One scan', 'Nobody weakens the gate on a branch', 'Secrets'],
  ...['Nothing from outside is trusted', 'What is published', 'Newer runs win', 'Cancel'],
];

/** Words, without those of generated tables. */
function countWords(text: string): number {
  const own = text.replace(/<!-- (\w+):start -->.*<!-- \1:end -->/gs, '');
  return own.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

/** What comments cite of a page behind its name, such as a section. */
function cited(page: RegExp): string[] {
  const texts = code.filter(({ path }) => /^(?:src|sandbox)\//.test(path));
  return texts.flatMap(({ text }) => {
    const comments = text.replace(/\n\s*(?:\*|\/\/) /g, ' ');
    return [...comments.matchAll(page)].map(([, what = '']) => what);
  });
}

describe('docs/contract.md', () => {
  test('has the promises by their names, in at most 1,300 words', async () => {
    const contract = await readText('docs/contract.md');
    expect([...contract.matchAll(/^### (.*)$/gm)].map(([, name]) => name)).toEqual(promises);
    expect(countWords(contract)).toBeLessThanOrEqual(1300);
  });

  test('is cited by the names of its promises and sections', async () => {
    const headings = [...(await readText('docs/contract.md')).matchAll(/^##+ (.*)$/gm)].map(
      ([, name]) => name,
    );
    const names = cited(/\(`?docs\/contract\.md`?, "?([^)":`]+)/g);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !headings.includes(name))).toEqual([]);
  });
});

test('docs/internals/service-interface.md has every section that the code cites', async () => {
  const page = await readText('docs/internals/service-interface.md');
  const sections = [...page.matchAll(/^##+ (\d(?:\.\d)?)\.? /gm)].map(([, section]) => section);
  const names = cited(/service-interface\.md`?, sections? (\d(?:\.\d)?)/g);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !sections.includes(name))).toEqual([]);
});

test('the tables of docs/inputs.md match action.yml; if not, run `npm run inputs`', () => {
  const check = spawnSync(process.execPath, ['scripts/update-inputs.ts', '--check'], { cwd: root });
  expect({ status: check.status, stderr: String(check.stderr) }).toEqual({ status: 0, stderr: '' });
});

describe('README.md and docs', () => {
  test('the test command is what .ci/run runs', async () => {
    const [readme, ci] = await Promise.all([readText('README.md'), readText('.ci/run')]);
    const command = ci.trim().split('\n').at(-1) ?? '';
    expect(command).toBe('npm ci && npm test');
    expect(readme).toContain(`\n${command}\n`);
  });

  test('are short', async () => {
    expect(countWords(await readText('README.md'))).toBeLessThanOrEqual(2000);
    const pages = await Promise.all((await filesBelow('docs', '.md')).map(readText));
    expect(countWords(pages.join(' '))).toBeLessThanOrEqual(12_500);
  });

  test('each page of docs is linked from another', async () => {
    const pages = ['README.md', 'CONTRIBUTING.md', ...(await filesBelow('docs', '.md'))];
    const links = (await Promise.all(pages.map(readText))).join('\n').matchAll(/\]\(([^)#\s]+\.md)/g);
    const linked = new Set([...links].map(([, link = '']) => link.split('/').at(-1)));
    const lonely = pages.slice(2).filter((page) => !linked.has(page.split('/').at(-1)));
    expect(lonely).toEqual([]);
  });
});

describe('docs/troubleshooting.md', () => {
  test('quotes nothing that the action does not say, once each, with a text below', async () => {
    const page = await readText('docs/troubleshooting.md');
    const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, heading = '']) => heading);
    const words = (text: string) => text.replaceAll('\\`', '`').replace(/'\s*\+\s*'/g, '');
    const sources = words(code.map(({ path, text }) => (path.startsWith('src/') ? text : '')).join('\n'));
    const unsaid = headings.filter((heading) => {
      const parts = heading.split('…').filter((part) => part.trim().length > 2);
      return parts.length === 0 || !parts.every((part) => sources.includes(part.trim()));
    });
    expect(unsaid).toEqual([]);
    expect(new Set(headings).size).toBe(headings.length);
    expect(page).not.toMatch(/^### .*\n+#/m);
    expect(headings.length).toBeGreaterThan(10);
  });
});
