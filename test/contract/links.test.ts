import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeFiles, filesBelow, readText, root } from './repository.ts';

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'src/README.md'],
  ...(await filesBelow('docs', '.md')),
  ...(await filesBelow('.github', '.md')),
];

/** The anchors that GitHub makes of the headings. A heading that is there again gets a number. */
function anchors(page: string): string[] {
  const seen = new Map<string, number>();
  return [...page.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

async function leads(from: string, link: string): Promise<boolean> {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : join(dirname(from), file);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchors(await readText(target)).includes(anchor);
}

test.each(pages)('the links of %s lead somewhere', async (path) => {
  const page = (await readText(path)).replace(/^```.*?^```/gms, '');
  const found = [...page.matchAll(/\]\((?!https?:)([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)];
  const links = found.map(([, link, picture]) => link ?? picture ?? '');
  const right = await Promise.all(links.map((link) => leads(path, link)));
  expect(links.filter((_, index) => !right[index])).toEqual([]);
});

test.each(['CONTRIBUTING.md', 'src/README.md'])('what %s names is there', async (page) => {
  const words = [...(await readText(page)).matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word);
  const folders = ['src', 'test', 'scripts', 'sandbox', '.github', 'docs', 'bench', 'examples'];
  const files = ['action.yml', ...(await Promise.all(folders.map((each) => filesBelow(each, '')))).flat()];
  const code = (await codeFiles()).map(({ text }) => text).join('\n');
  const paths = words.filter((word) => folders.includes(word.split('/')[0] ?? '') && !word.includes('*'));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const fileNames = words.filter((word) => /^[\w/-]+\.(?:ts|md|yml)$/.test(word));
  expect(fileNames.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  const names = words.filter((word) => /^(?:[a-z]+[A-Z]|[A-Z][a-z])\w*$/.test(word));
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  expect(fileNames.length + names.length).toBeGreaterThan(20);
});

test('src/README.md has each file of src', async () => {
  const named = [...(await readText('src/README.md')).matchAll(/`([\w/-]+\.ts)`/g)].map(([, name]) => name);
  const files = await filesBelow('src', '.ts');
  expect(files.filter((file) => !named.some((name) => file.endsWith(`/${name}`)))).toEqual([]);
});
