import { describe, expect, test } from '@jest/globals';
import { createRedactor } from '../../../src/runner/redactor.ts';
import {
  protectBaseline,
  protectPreferences,
  protectTarget,
  protectTokens,
} from '../../../src/settings/protect.ts';
import { parseTarget } from '../../../src/settings/target-url.ts';
import { parseBaseline } from '../../../src/settings/values.ts';

function portsOf(texts: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>) {
  const masked: string[] = [];
  const runner = {
    env,
    input: (name: string) => texts[name] ?? '',
    mask: (text: string) => masked.push(text),
  };
  return { runner, redactor: createRedactor(), masked };
}

/** What is left of each text once the secrets that `protect` found are removed. */
function leftOf(
  texts: readonly string[],
  protect: (ports: ReturnType<typeof portsOf>) => void,
  { inputs = {}, env = {} }: { inputs?: Record<string, string>; env?: Record<string, string> } = {},
) {
  const ports = portsOf(inputs, env);
  protect(ports);
  return { left: texts.map((text) => ports.redactor.redact(text)), masked: ports.masked };
}

describe('protectTokens', () => {
  const tokens = {
    'api-key': 'key-in-two words',
    'github-token': `ghs_${'Ab1.'.repeat(129)}`,
    'config-token': 'ghp_other-token',
  };

  test('removes keys and tokens, and masks them, those of 520 characters too', () => {
    const env = { ACTIONS_RUNTIME_TOKEN: 'runtime-token' };
    const secrets = [...Object.values(tokens), 'runtime-token'];
    const { left, masked } = leftOf(secrets, protectTokens, { inputs: tokens, env });
    expect(left).toEqual(['***', '***', '***', '***']);
    expect(masked.toSorted()).toEqual(secrets.toSorted());
  });

  test('masks no short one, which may be a word of an output', () => {
    const inputs = { 'api-key': 'fail', 'github-token': '' };
    expect(leftOf(['fail'], protectTokens, { inputs })).toEqual({ left: ['***'], masked: [] });
  });
});

describe('protectTarget', () => {
  test.each<[address: string, found: readonly string[], kept: readonly string[]]>([
    [
      'https://reviewer:p%40ss@a.example/path',
      ['p@ss', 'p%40ss', 'reviewer:p@ss', btoa('reviewer:p@ss')],
      ['reviewer', 'a.example', '/path'],
    ],
    ['https://t0ken-alone@a.example', ['t0ken-alone'], ['a.example']],
    ['a.example/?access=pr3view-ab%2Fcd&x=true', ['pr3view-ab/cd', 'pr3view-ab%2Fcd'], ['access', 'true']],
    ['a.example/?pr3view-9f8e', ['pr3view-9f8e'], []],
    ['a.example/?n=1234567&m=12345678', ['12345678'], ['1234567']],
  ])('finds the secrets of %s', (address, found, kept) => {
    const { left, masked } = leftOf([...found, ...kept], (ports) =>
      protectTarget(parseTarget(address), ports),
    );
    for (const text of left.slice(0, found.length)) expect(text).toMatch(/^\*{3}=*$/);
    expect(left.slice(found.length)).toEqual(kept);
    // GitHub drops an output that holds a masked text.
    expect(masked).toEqual([]);
  });
});

test('protectBaseline finds the secrets of a baseline that is an address', () => {
  const baseline = parseBaseline('https://u:pa55-word@base.example');
  expect(leftOf(['pa55-word'], (ports) => protectBaseline(baseline, ports)).left).toEqual(['***']);
  const scan = parseBaseline('scan-0123456789');
  const texts = ['scan-0123456789'];
  expect(leftOf(texts, (ports) => protectBaseline(scan, ports)).left).toEqual(texts);
});

describe('protectPreferences', () => {
  const preferences = {
    scan_type: 'thorough-scan',
    login: { user: 'reviewer', pin: 'short', headers: [{ Cookie: ' sid=0a1b2c3d ' }] },
    crawler_options: { open_redirect: true, script: 'fill("pa55");' },
  };

  test('finds texts of eight characters or more below what the interface does not name', () => {
    const found = ['reviewer', 'sid=0a1b2c3d', 'fill("pa55");'];
    const kept = ['thorough-scan', 'short', 'headers', 'crawler_options'];
    const { left, masked } = leftOf([...found, ...kept], (ports) => protectPreferences(preferences, ports));
    expect(left).toEqual([...found.map(() => '***'), ...kept]);
    expect(masked).toEqual([]);
  });

  test('finds nothing without preferences', () => {
    expect(leftOf(['anything'], (ports) => protectPreferences(null, ports)).left).toEqual(['anything']);
  });
});
