import { describe, expect, test } from '@jest/globals';
import { ownLink } from '../../../src/report/markdown/link.ts';
import { policyPlace } from '../../../src/report/model.ts';
import { findElements, renderMarkdownTree } from '../../support/render.ts';

const path = '.github/scan-gate.yml';
const context = { serverUrl: 'https://github.example', owner: 'acme', repo: 'storefront' };

function placeOf(branch: string | null, file: string | null, at = path) {
  const inputs = { config: { path: at, isDefault: true } };
  return policyPlace({ inputs, settings: { file, branch }, context });
}

describe('the place of the policy file', () => {
  test('is edited on its branch, or created there', () => {
    const editUrl = `https://github.example/acme/storefront/edit/release/2/${path}`;
    expect(placeOf('release/2', path)).toEqual({ path, exists: true, branch: 'release/2', editUrl });
    expect(placeOf('main', null)?.editUrl).toBe(
      'https://github.example/acme/storefront/new/main?filename=.github%2Fscan-gate.yml',
    );
  });

  test('has no page where it is read at no branch, and is none with `config: none`', () => {
    expect(placeOf(null, path)).toEqual({ path, exists: true, branch: null, editUrl: null });
    expect(
      policyPlace({ inputs: { config: null }, settings: { file: null, branch: 'main' }, context }),
    ).toBeNull();
  });

  test.each(['a#b', 'a?b=c', 'a&b', '50%25', 'a)b(c', "a'b", '<b>', 'é\ud800', '@octocat', 'a|b', '[x](y)'])(
    'is one link to this repository, whatever the names: %s',
    (name) => {
      for (const file of [name, null]) {
        const url = placeOf(name, file, name)?.editUrl ?? '';
        const markdown = ownLink('edit', url);
        const [link, ...others] = findElements(renderMarkdownTree(markdown), 'a');
        expect(others).toEqual([]);
        const { origin, pathname, hash, searchParams } = new URL(String(link?.properties['href']));
        const text = name.toWellFormed();
        const page = file === null ? `new/${text}` : `edit/${text}/${text}`;
        expect([origin, decodeURIComponent(pathname), hash]).toEqual([
          'https://github.example',
          `/acme/storefront/${page}`,
          '',
        ]);
        expect(searchParams.get('filename')).toBe(file === null ? text : null);
      }
    },
  );
});
