import { expect, test } from '@jest/globals';
import type * as z from 'zod/mini';
import { expectationOfIssue } from '../../../src/settings/mistakes.ts';
import { policyLocation } from '../../../src/settings/policy-location.ts';
import * as values from '../../../src/settings/value-schemas.ts';

/** What was expected in place of a value, as `settings/mistakes.ts` says it; `null` if it was taken. */
function expectedOf(schema: z.ZodMiniType, given: unknown): string | null {
  return schema.safeParse(given, { error: expectationOfIssue }).error?.issues[0]?.message ?? null;
}

const schemas = {
  ...{ duration: values.duration, positiveDuration: values.positiveDuration },
  ...{ pollInterval: values.pollInterval, statuses: values.statuses, reports: values.reports },
  ...{ color: values.color, logo: values.logo, apiKey: values.apiKey, serviceUrl: values.serviceUrl },
  ...{ baseline: values.baseline, policyLocation },
};

const both = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'];
const here = (path: string) => ({ name: path, path, elsewhere: null });
const urlTarget = (text: string) => ({
  kind: 'url',
  address: expect.objectContaining({ givenAddress: text }),
});

type Reading = [name: keyof typeof schemas, given: unknown, value: unknown];

/** The reference stands after the last `@`. */
function there(path: string, ref: string): Reading {
  const name = `acme/policies/${path}@${ref}`;
  return ['policyLocation', name, { name, path, elsewhere: { owner: 'acme', repo: 'policies', ref } }];
}

test.each<Reading>([
  ['duration', '90s', 90_000],
  ['duration', '10m', 600_000],
  ['duration', '1h30m', 5_400_000],
  ['duration', '1h2m3s', 3_723_000],
  ['duration', '45', 45_000],
  ['duration', '0', 0],
  ['duration', '168h', 604_800_000],
  ['positiveDuration', '1s', 1000],
  ['pollInterval', '20s', 20_000],
  ['pollInterval', 'auto', 'auto'],
  ['statuses', [300, 404, 499], [300, 404, 499]],
  ['reports', 'none', []],
  ['reports', both[1], [both[1]]],
  ['reports', both.toReversed(), both],
  ['color', '#aB1', '#aaBB11'],
  ['color', '#797cf2', '#797cf2'],
  ['color', '#ABCDEF', '#ABCDEF'],
  ['logo', 'https://a.example/logo.png?x=1', new URL('https://a.example/logo.png?x=1')],
  ['logo', 'http://a.example', new URL('http://a.example/')],
  ['apiKey', 'sk_live-0123', 'sk_live-0123'],
  ...[
    ...['https://api.example.com', 'https://api.example.com/scanner/', 'http://LOCALHOST:8080'],
    ...['http://127.0.0.1', 'http://[::1]:9', 'http://127.1'],
  ].map((text): Reading => ['serviceUrl', text, new URL(text)]),
  ...['shop.example', 'localhost:8080', 'host/path', 'https://shop.example/', 'http://[::1]:80'].map(
    (text): Reading => ['baseline', text, urlTarget(text)],
  ),
  ['baseline', '3f2a-11', { kind: 'scan', scanId: '3f2a-11' }],
  ['policyLocation', 'none', null],
  ['policyLocation', './none', here('none')],
  ['policyLocation', './.github/scan-gate.yml', here('.github/scan-gate.yml')],
  ['policyLocation', 'policies/team@home.yml', here('policies/team@home.yml')],
  there('scan-gate.yml', 'main'),
  there('team@home/scan-gate.yml', 'refs/heads/v1'),
  there('a/b.yml', '0a'.repeat(20)),
])('%s takes %j', (name, given, value) => {
  expect(schemas[name].parse(given)).toEqual(value);
});

const unitsOutOfOrder = ['30m1h', '1h1h'];
const tooLong = ['169h', '604801', '9'.repeat(400)];

test.each<[name: keyof typeof schemas, expected: string, refused: readonly unknown[]]>([
  [
    'duration',
    '`1h30m`',
    ['', '1.5h', '-5s', '5 m', '10M', '5ms', 'soon', '٣s', ...unitsOutOfOrder, ...tooLong],
  ],
  ['positiveDuration', 'a duration', ['0', '0s', '0h0m0s', '000', 'x']],
  ['pollInterval', '`auto` or a duration above zero', ['0', '0s', '0h0m0s', '000', 'x']],
  ['statuses', '429', [[429], [404, 429], 404]],
  ['statuses', 'a whole number from 300 to 499', [[299], [500], ['404'], [404.5]]],
  ['reports', 'a list of these, or `none`', ['', [], ['none'], 'action_report', ['PDF'], 'on-failure']],
  ['color', 'a hex colour', ['797cf2', '#ffff', '#797cf2ff', '#79 cf2', 'red', '#797cf2\n']],
  [
    'logo',
    'an `http` or `https` URL without user name',
    [
      ...['a.example/logo.png', 'https://', '//a.example', 'https://u:p@a.example', 'https://u@a.example'],
      ...['javascript:alert(1)', 'data:image/png;base64,AA', 'file:///etc/passwd'],
    ],
  ],
  ['apiKey', 'printable ASCII', ['Bearer sk', 'a b', 'a\nb', 'schlüssel', '']],
  [
    'serviceUrl',
    '`http`',
    [
      ...['http://api.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com'],
      ...['http://x.localhost', 'http://127.0.0.2', 'http://localhost.', 'http://10.0.0.1'],
      ...['http://notlocalhost', 'http://[::2]', 'http://0.0.0.0'],
    ],
  ],
  ['serviceUrl', 'user name', ['https://key@api.example.com', 'ftp://localhost', 'api.example.com']],
  ['serviceUrl', 'without query', ['https://api.example.com?key=1', 'https://api.example.com#x']],
  ['baseline', 'a URL or', ['', ' ', 'http://', 'ftp://a.example', '-x', 'two words', 'a.example b']],
  [
    'policyLocation',
    'a path in this repository, `OWNER/REPO/PATH@REF`, or `none`',
    [
      ...['/etc/passwd', 'a/../../b', '..', 'a\\b', 'x'.repeat(501), 'https://a.example/b.yml@main'],
      ...['acme/policies/../other/a.yml@main', 'acme/../a.yml@main', 'acme/./a.yml@main'],
      ...['-x', 'a b', 'a..b', 'a:b'].map((ref) => `acme/policies/a.yml@${ref}`),
    ],
  ],
])('%s refuses anything else than %s', (name, expected, refused) => {
  for (const given of refused)
    expect({ given, says: expectedOf(schemas[name], given) }).toEqual({
      given,
      says: expect.stringContaining(expected),
    });
});
