import { describe, expect, test } from '@jest/globals';
import { mayRedirect, mayTakePassword } from '../../../src/target/redirect-rules.ts';

const url = (text: string) => new URL(text);

describe('mayRedirect', () => {
  test.each([
    ['https://a.example/', 'https://a.example/login?next=1', true],
    ['https://a.example/', 'http://a.example/', true],
    ['https://a.example/', 'https://www.a.example/', true],
    ['https://www.a.example/', 'https://a.example/', true],
    ['http://a.example:8080/', 'https://a.example:8443/', true],
    ['http://a.example/', 'https://www.a.example/', true],
    ['https://a.example:8443/', 'http://a.example:8080/', false],
    ['https://a.example/', 'https://a.example:8443/', false],
    ['http://a.example/', 'http://a.example:8080/', false],
    ['https://a.example/', 'https://login.a.example/', false],
    ['https://www.a.example/', 'https://wwwb.a.example/', false],
    ['http://a.example/', 'https://b.example/', false],
    ['https://a.example/', 'ftp://a.example/', false],
    ['https://a.example/', 'data:text/html,a', false],
    ['https://a.example/', 'javascript:alert(1)', false],
  ])('%s to %s: %j', (from, to, expected) => {
    expect(mayRedirect(url(from), url(to), [])).toBe(expected);
  });

  test.each([
    [['login.example'], 'https://login.example/', true],
    [['LOGIN.example'], 'https://login.example:8443/', true],
    [['other.example', 'login.example:8443'], 'https://login.example:8443/', true],
    [['login.example:8443'], 'https://login.example/', false],
    [['example'], 'https://login.example/', false],
    [['login.example'], 'ftp://login.example/', false],
  ])('with allowed %j to %s: %j', (allowed, to, expected) => {
    expect(mayRedirect(url('https://a.example/'), url(to), allowed)).toBe(expected);
  });
});

test.each([
  ['https://a.example/', 'https://a.example/home', true],
  ['http://a.example/', 'http://a.example/home', true],
  ['http://a.example/', 'https://a.example/', true],
  ['https://a.example/', 'http://a.example/', false],
  ['https://a.example/', 'https://www.a.example/', false],
  ['http://a.example/', 'http://b.example/', false],
  ['https://a.example/', 'https://a.example:8443/', false],
  ['http://a.example:8080/', 'http://a.example:8080/home', true],
  ['http://a.example/', 'https://a.example:8443/', false],
  ['http://a.example:8080/', 'https://a.example/', false],
])('mayTakePassword from %s to %s: %j', (from, to, expected) => {
  expect(mayTakePassword(url(from), url(to))).toBe(expected);
});
