import { describe, expect, test } from '@jest/globals';
import { mayRedirect, mayTakePassword } from '../../../src/target/redirect-rules.ts';

const url = (text: string) => new URL(text);

describe('mayRedirect', () => {
  test.each([
    ['https://a.example/', 'https://a.example/login?next=1'],
    ['https://a.example/', 'http://a.example/'],
    ['https://a.example/', 'https://www.a.example/'],
    ['https://www.a.example/', 'https://a.example/'],
    ['http://a.example:8080/', 'https://a.example:8443/'],
    ['http://a.example/', 'https://www.a.example/'],
  ])('lets %s go to %s', (from, to) => {
    expect(mayRedirect(url(from), url(to), [])).toBe(true);
  });

  test.each([
    ['https://a.example:8443/', 'http://a.example:8080/'],
    ['https://a.example/', 'https://a.example:8443/'],
    ['http://a.example/', 'http://a.example:8080/'],
    ['https://a.example/', 'https://login.a.example/'],
    ['https://www.a.example/', 'https://wwwb.a.example/'],
    ['http://a.example/', 'https://b.example/'],
    ['https://a.example/', 'ftp://a.example/'],
    ['https://a.example/', 'data:text/html,a'],
    ['https://a.example/', 'javascript:alert(1)'],
  ])('does not let %s go to %s', (from, to) => {
    expect(mayRedirect(url(from), url(to), [])).toBe(false);
  });

  test.each<[isAllowed: boolean, to: string, allowed: readonly string[]]>([
    [true, 'https://login.example/', ['login.example']],
    [true, 'https://login.example:8443/', ['LOGIN.example']],
    [true, 'https://login.example:8443/', ['other.example', 'login.example:8443']],
    [false, 'https://login.example/', ['login.example:8443']],
    [false, 'https://login.example/', ['example']],
    [false, 'ftp://login.example/', ['login.example']],
  ])('is %s for %s if the policy allows %j', (isAllowed, to, allowed) => {
    expect(mayRedirect(url('https://a.example/'), url(to), allowed)).toBe(isAllowed);
  });
});

describe('mayTakePassword', () => {
  test.each([
    ['https://a.example/', 'https://a.example/home'],
    ['http://a.example/', 'http://a.example/home'],
    ['http://a.example/', 'https://a.example/'],
    ['http://a.example:8080/', 'http://a.example:8080/home'],
  ])('lets %s give it to %s', (from, to) => {
    expect(mayTakePassword(url(from), url(to))).toBe(true);
  });

  test.each([
    ['https://a.example/', 'http://a.example/'],
    ['https://a.example/', 'https://www.a.example/'],
    ['http://a.example/', 'http://b.example/'],
    ['https://a.example/', 'https://a.example:8443/'],
    ['http://a.example/', 'https://a.example:8443/'],
    ['http://a.example:8080/', 'https://a.example/'],
  ])('does not let %s give it to %s', (from, to) => {
    expect(mayTakePassword(url(from), url(to))).toBe(false);
  });
});
