import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { link } from '../../../src/report/markdown/link.ts';
import { ownPolicyFileOf, readHost } from '../../../src/report/model.ts';
import { findElements, renderMarkdownTree } from '../../support/render.ts';
import { anyJson, asResult } from '../gate/arbitraries.ts';
import { now } from '../gate/judgements.ts';

const path = '.github/scan-gate.yml';
const repository = 'https://github.example/acme/storefront';
const at = (name: string) => ({ name, path: name, elsewhere: null });

describe('the page of the policy file', () => {
  test('shows it on the default branch, if it exists', () => {
    const url = `${repository}/blob/HEAD/${path}`;
    expect(ownPolicyFileOf(at(path), true, repository)).toEqual({ path, url });
    expect(ownPolicyFileOf(at(path), false, repository)).toEqual({ path, url: null });
    // With `config: none`.
    expect(ownPolicyFileOf(null, false, repository)).toBeNull();
  });

  test.each(['a#b', 'a?b=c', 'a&b', '50%25', 'a)b(c', "a'b", '<b>', 'é\ud800', '@octocat', 'a|b', '[x](y)'])(
    'is of this repository, whatever its name: %s',
    (name) => {
      const url = ownPolicyFileOf(at(name), true, repository)?.url ?? '';
      const [anchor, ...others] = findElements(renderMarkdownTree(link('file', url)), 'a');
      expect(others).toEqual([]);
      const { origin, pathname, hash, search } = new URL(String(anchor?.properties['href']));
      expect(origin + decodeURIComponent(pathname)).toBe(`${repository}/blob/HEAD/${name.toWellFormed()}`);
      expect(hash + search).toBe('');
    },
  );
});

const hostOf = (information: unknown) => readHost(asResult({ information }).information, now);

describe('readHost', () => {
  test('reads services, certificates and firewalls', () => {
    const service = { state: 'open', name: 'https', product: 'nginx', version: '1.18.0' };
    const dates = { 'Issue On': { $date: 1_700_000_000 }, 'Expires On': { $date: 1_731_536_000.5 } };
    const host = hostOf({
      waf: ['ModSecurity'],
      services: [{ ...service, port: 443 }, { ...service, port: '' }, {}],
      certificate: [{ commonName: 'a.example', ...dates }, {}],
    });
    const daysLeft = Math.floor((1_731_536_000_500 - now) / 86_400_000);
    expect(host).toEqual({
      waf: ['ModSecurity'],
      services: [
        { ...service, port: 443 },
        { ...service, port: null },
        { state: '', name: '', product: '', version: '', port: null },
      ],
      certificates: [
        { commonName: 'a.example', daysLeft },
        { commonName: '', daysLeft: null },
      ],
    });
  });

  test('is null without a mapping, drops items of a wrong type and never throws', () => {
    for (const information of [undefined, 'text', []]) expect(hostOf(information)).toBeNull();
    expect(hostOf({ waf: ['a', 5, null, 'b'] })).toMatchObject({ waf: ['a', 'b'] });
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('services', 'certificate', 'waf'), anyJson),
        (information) => {
          const { services = [], waf = [] } = hostOf(information) ?? {};
          for (const { port } of services) expect(port === null || Number.isSafeInteger(port)).toBe(true);
          for (const text of waf) expect(typeof text).toBe('string');
        },
      ),
    );
  });
});
