import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressSecrets, parseSiteAddress, targetIdentity } from '../../../src/settings/site-address.ts';
import { acceptedOf } from '../../support/accepted-of.ts';
import { anyText } from '../../support/any-text.ts';

const target = (text: string) => acceptedOf(parseSiteAddress(text));

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const host = fc.tuple(label, label).map(([name, tld]) => `${name}.${tld}`);
const path = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_-]{1,6}$/), { maxLength: 3 })
  .map((parts) => parts.map((part) => `/${part}`).join(''));

describe('parseSiteAddress', () => {
  test.each([
    ['https://preview.example.com', 'https://preview.example.com'],
    ['https://preview.example.com/', 'https://preview.example.com'],
    ['http://user:pass@preview.example.com:8080/a?token=1#x', 'http://preview.example.com:8080/a'],
    ['preview.example.com', 'preview.example.com'],
    ['localhost:3000/shop', 'localhost:3000/shop'],
    ['HTTPS://Preview.Example.COM/Path', 'https://preview.example.com/Path'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('shows %s as %s, and keeps the full address', (text, shownAddress) => {
    expect(target(text)).toMatchObject({ givenAddress: text, shownAddress });
  });

  test('knows whether a scheme was given', () => {
    expect(target('http://a.example').hasScheme).toBe(true);
    expect(target('a.example')).toMatchObject({ hasScheme: false, url: new URL('https://a.example') });
  });

  test.each([
    ...['ftp://a.example', 'javascript://a.example', 'file:///etc/passwd', 'https://', '', '//', '`id`'],
    ...['a b.example', 'a.example\n::error::', 'https://a.example/<script>', 'https://a.example:99999'],
    'https://a.example\\@b.example',
  ])('refuses %p', (text) => {
    expect(parseSiteAddress(text)).toBeNull();
  });

  test('never shows user info, query or fragment', () => {
    const word = fc.stringMatching(/^SECRET[a-z0-9]{4,10}$/);
    fc.assert(
      fc.property(host, path, word, fc.boolean(), (name, rest, secret, scheme) => {
        const url = `${scheme ? 'https://' : ''}u:${secret}@${name}${rest}?k=${secret}&${secret}#${secret}`;
        const { shownAddress, givenAddress } = target(url);
        expect(shownAddress).not.toContain(secret);
        expect(givenAddress).toBe(url);
      }),
    );
  });
});

describe('targetIdentity', () => {
  test('leaves out what does not change the site', () => {
    fc.assert(
      fc.property(host, path, (name, rest) => {
        const identity = targetIdentity(`${name}${rest}`);
        const same = [
          `https://${name}${rest}`,
          `http://${name}${rest}`,
          `https://${name}:443${rest}`,
          `http://${name}:80${rest}`,
          `${name}${rest}/`,
          `HTTPS://${name.toUpperCase()}${rest}/`,
          `https://${name}.${rest}`,
          `https://${name}.:443${rest}`,
          `https://user:pass@${name}${rest}`,
          `https://${name}${rest}#part`,
        ];
        for (const text of same) expect(targetIdentity(text)).toBe(identity);
      }),
    );
  });

  test('differs if host, port, path or query differ', () => {
    fc.assert(
      fc.property(host, host, fc.integer({ min: 1024, max: 65_535 }), path, (a, b, port, rest) => {
        const identity = targetIdentity(`https://${a}${rest}`);
        if (a !== b) expect(targetIdentity(`https://${b}${rest}`)).not.toBe(identity);
        expect(targetIdentity(`https://${a}:${port}${rest}`)).not.toBe(identity);
        expect(targetIdentity(`https://${a}${rest}/x`)).not.toBe(identity);
        expect(targetIdentity(`https://${a}${rest}?page=2`)).not.toBe(identity);
      }),
    );
  });

  test('is the same in Unicode and in ASCII, and for every spelling of an address, but not of a path', () => {
    expect(targetIdentity('https://bücher.example')).toBe(targetIdentity('XN--BCHER-KVA.example.'));
    expect(targetIdentity('https://127.0.0.1./')).toBe(targetIdentity('http://127.1'));
    expect(targetIdentity('https://www.a.example')).not.toBe(targetIdentity('https://a.example'));
    expect(targetIdentity('https://a.example/Shop')).not.toBe(targetIdentity('https://a.example/shop'));
  });

  test('accepts any text that the list of scans may have', () => {
    fc.assert(fc.property(anyText(), (text) => expect(typeof targetIdentity(text)).toBe('string')));
  });
});

describe('addressSecrets', () => {
  test('are the user info and long query values, plain and encoded', () => {
    const long = 'token=s3cret%2B1&redirect';
    const givenAddress = target(`https://us%65r:p%40ss@a.example/?${long}&plain=word&empty=&flag`);
    const secrets = ['p%40ss', 'p@ss', 'user:p@ss', 's3cret+1', 's3cret%2B1', 'redirect'];
    expect(new Set(addressSecrets(givenAddress))).toEqual(new Set(secrets));
  });

  test.each(['https://shop-preview.example/?site=shop-preview', 'https://a.example/path#fragment'])(
    'are no part of the host, and none without user info and query: %s',
    (address) => {
      expect(addressSecrets(target(address))).toEqual([]);
    },
  );

  test('allow invalid encodings', () => {
    expect(addressSecrets(target('https://100%25:x@a.example/?q=1%E0%A4%A'))).toContain('1%E0%A4%A');
  });
});
