import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeFiles, filesBelow, readText, root } from './repository.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'src/README.md',
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

test('no page has words that readers stumbled over', async () => {
  const words = /heeded|\bmended\b|for want of|ridden out|for ever\b|too dear|asked of anybody|\banew\b/i;
  const texts = await Promise.all(pages.map(readText));
  expect(pages.filter((_, index) => words.test(texts[index] ?? ''))).toEqual([]);
});

test('the paths that CONTRIBUTING.md names are there', async () => {
  const paths = (await readText('CONTRIBUTING.md')).match(
    /`(?:src|test|sandbox|scripts|docs|\.github)\/[^`*]*`/g,
  );
  expect(paths?.length).toBeGreaterThan(50);
  expect(paths?.filter((path) => !existsSync(join(root, path.slice(1, -1))))).toEqual([]);
});

test.each(['CONTRIBUTING.md', 'src/README.md'])(
  'the names of code and of files in %s are there',
  async (page) => {
    const inCode = [...(await readText(page)).matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word);
    const names = inCode.filter((word) => /^(?:[a-z]+[A-Z]|[A-Z][a-z])\w*$/.test(word));
    const fileNames = inCode.filter((word) => /^[\w/-]+\.(?:ts|md|yml)$/.test(word));
    const folders = ['src', 'test', 'scripts', 'sandbox', '.github', 'docs', 'bench'];
    const found = await Promise.all(folders.map((folder) => filesBelow(folder, '')));
    const files = ['action.yml', ...found.flat()];
    const code = (await Promise.all((await codeFiles()).map(readText))).join('\n');
    expect(Math.min(names.length, fileNames.length)).toBeGreaterThan(5);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
    expect(fileNames.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  },
);

test('a name that CONTRIBUTING.md or a comment has in a file of src is declared there', async () => {
  const pages = ['CONTRIBUTING.md', ...(await filesBelow('src', '.ts'))];
  const texts = await Promise.all(pages.map(readText));
  const pairs = texts.flatMap((text) => [...text.matchAll(/`(\w+)` in\s+(?:\* )?`(src\/[\w/-]+\.ts)`/g)]);
  expect(pairs.length).toBeGreaterThan(20);
  const undeclared = await Promise.all(
    pairs.map(async ([pair, name = '', path = '']) => {
      const declared = new RegExp(`\\b(?:function\\*?|const|type|interface|class) ${name}\\b`);
      return existsSync(join(root, path)) && declared.test(await readText(path)) ? [] : [pair];
    }),
  );
  expect(undeclared.flat()).toEqual([]);
});

test('src/README.md has each file of src', async () => {
  const named = [...(await readText('src/README.md')).matchAll(/`([\w/-]+\.ts)`/g)].map(
    ([, name]) => `/${name}`,
  );
  const files = (await filesBelow('src', '.ts')).filter((file) => !file.endsWith('.d.ts'));
  expect(files.filter((file) => !named.some((name) => file.endsWith(name)))).toEqual([]);
  expect(named.filter((name) => !files.some((file) => file.endsWith(name)))).toEqual([]);
});
