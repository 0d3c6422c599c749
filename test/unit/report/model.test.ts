import { describe, expect, test } from '@jest/globals';
import { link } from '../../../src/report/markdown/link.ts';
import { policyPagesOf } from '../../../src/report/model.ts';
import { findElements, renderMarkdownTree } from '../../support/render.ts';

const path = '.github/scan-gate.yml';
const repository = 'https://github.example/acme/storefront';

function placeOf(defaultBranch: string | null, exists: boolean, at = path) {
  const context = { repositoryUrl: repository, defaultBranch };
  return policyPagesOf({ name: at, path: at, elsewhere: null }, exists, context);
}

describe('the place of the policy file', () => {
  test('is shown and edited on the default branch, or created there, if its name is known', () => {
    const viewUrl = `${repository}/blob/HEAD/${path}`;
    const editUrl = `${repository}/edit/release/2/${path}`;
    expect(placeOf('release/2', true)).toEqual({ path, exists: true, viewUrl, editUrl });
    const newUrl = `${repository}/new/main?filename=.github%2Fscan-gate.yml`;
    expect(placeOf('main', false)).toEqual({ path, exists: false, viewUrl, editUrl: newUrl });
    expect(placeOf(null, true)).toEqual({ path, exists: true, viewUrl, editUrl: null });
    // With `config: none`.
    expect(policyPagesOf(null, false, { repositoryUrl: repository, defaultBranch: 'main' })).toBeNull();
  });

  test.each(['a#b', 'a?b=c', 'a&b', '50%25', 'a)b(c', "a'b", '<b>', 'é\ud800', '@octocat', 'a|b', '[x](y)'])(
    'is links to this repository alone, whatever the names: %s',
    (name) => {
      const text = name.toWellFormed();
      const [there, missing] = [placeOf(name, true, name), placeOf(name, false, name)];
      const pages: [string | null | undefined, string, string | null][] = [
        [there?.viewUrl, `blob/HEAD/${text}`, null],
        [there?.editUrl, `edit/${text}/${text}`, null],
        [missing?.editUrl, `new/${text}`, text],
      ];
      for (const [url, page, fileName] of pages) {
        const [anchor, ...others] = findElements(renderMarkdownTree(link('file', url ?? '')), 'a');
        expect(others).toEqual([]);
        const { origin, pathname, hash, searchParams } = new URL(String(anchor?.properties['href']));
        expect(origin + decodeURIComponent(pathname)).toBe(`${repository}/${page}`);
        expect({ hash, fileName: searchParams.get('filename') }).toEqual({ hash: '', fileName });
      }
    },
  );
});
