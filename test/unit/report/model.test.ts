import { describe, expect, test } from '@jest/globals';
import { link } from '../../../src/report/markdown/link.ts';
import { policyPageOf } from '../../../src/report/model.ts';
import { findElements, renderMarkdownTree } from '../../support/render.ts';

const path = '.github/scan-gate.yml';
const repository = 'https://github.example/acme/storefront';
const at = (name: string) => ({ name, path: name, elsewhere: null });

describe('the page of the policy file', () => {
  test('shows it on the default branch, if it exists', () => {
    const url = `${repository}/blob/HEAD/${path}`;
    expect(policyPageOf(at(path), true, repository)).toEqual({ path, url });
    expect(policyPageOf(at(path), false, repository)).toEqual({ path, url: null });
    // With `config: none`.
    expect(policyPageOf(null, false, repository)).toBeNull();
  });

  test.each(['a#b', 'a?b=c', 'a&b', '50%25', 'a)b(c', "a'b", '<b>', 'é\ud800', '@octocat', 'a|b', '[x](y)'])(
    'is of this repository, whatever its name: %s',
    (name) => {
      const url = policyPageOf(at(name), true, repository)?.url ?? '';
      const [anchor, ...others] = findElements(renderMarkdownTree(link('file', url)), 'a');
      expect(others).toEqual([]);
      const { origin, pathname, hash, search } = new URL(String(anchor?.properties['href']));
      expect(origin + decodeURIComponent(pathname)).toBe(`${repository}/blob/HEAD/${name.toWellFormed()}`);
      expect(hash + search).toBe('');
    },
  );
});
