import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hostLists, readHost } from '../../../src/gate/host.ts';
import { anyJson, asResult } from './arbitraries.ts';

const hostOf = (information: unknown) => readHost(asResult({ information }).information);

describe('readHost', () => {
  test('reads every field of the interface', () => {
    const host = hostOf({
      services: [
        { state: 'open', reason: 'syn-ack', name: 'https', product: 'nginx', version: '1.18.0', port: 443 },
        { state: 'closed', reason: '', name: 'ssh', product: '', version: '', port: '' },
      ],
      emails: ['info@a.example', 5],
      components: { jQuery: null, Bootstrap: null },
      database: {},
      web_server: { name: 'nginx' },
      os: { name: 'Linux', version: 5 },
      cdn: 'Cloudflare',
      cms: null,
      certificate: [
        {
          'Issue On': { $date: 1_700_000_000 },
          'Expires On': { $date: 1_731_536_000.5 },
          commonName: 'a.example',
          subject: 'CN=a.example',
          subjectAltName: ['a.example', 'www.a.example'],
        },
      ],
      waf: ['ModSecurity'],
      ips: ['192.0.2.1'],
      isp: 'Example Net',
      total_checked: 20,
    });
    expect(host).toEqual({
      services: [
        { port: 443, state: 'open', reason: 'syn-ack', name: 'https', product: 'nginx', version: '1.18.0' },
        { port: null, state: 'closed', reason: '', name: 'ssh', product: '', version: '' },
      ],
      certificates: [
        {
          commonName: 'a.example',
          subject: 'CN=a.example',
          issuedOn: 1_700_000_000_000,
          expiresOn: 1_731_536_000_500,
          alternativeNames: ['a.example', 'www.a.example'],
        },
      ],
      ips: ['192.0.2.1'],
      waf: ['ModSecurity'],
      components: ['jQuery', 'Bootstrap'],
      emails: ['info@a.example'],
      isp: 'Example Net',
      cdn: 'Cloudflare',
      cms: null,
      webServer: 'name nginx',
      os: 'name Linux, version 5',
      database: null,
      cut: [],
    });
  });

  test('is null if the result has no information, or none that is a mapping', () => {
    expect(readHost(undefined)).toBeNull();
    expect(hostOf('text')).toBeNull();
    expect(hostOf([])).toBeNull();
  });

  test('describes a value of unknown shape in words', () => {
    expect(hostOf({ cms: 'WordPress' })?.cms).toBe('WordPress');
    expect(hostOf({ cms: { WordPress: { version: '6' } } })?.cms).toBe('WordPress');
    expect(hostOf({ cms: { name: 'Drupal', major: 10 } })?.cms).toBe('name Drupal, major 10');
    expect(hostOf({ cms: '', cdn: '' })).toMatchObject({ cms: null, cdn: null });
    expect(hostOf({ cms: 5 })?.cms).toBeNull();
  });

  test('treats an impossible date as absent', () => {
    const dates = [1e300, -1e300, 8.64e12 + 1].map((seconds) => ({ 'Expires On': { $date: seconds } }));
    expect(hostOf({ certificate: dates })?.certificates.map(({ expiresOn }) => expiresOn)).toEqual([
      null,
      null,
      null,
    ]);
    expect(hostOf({ certificate: [{ 'Expires On': 'soon' }] })?.certificates[0]?.expiresOn).toBeNull();
  });

  test('reads the first entries of a list that is too long, and says so', () => {
    const many = (count: number, entry: unknown) => Array.from({ length: count }, () => entry);
    const names = Object.fromEntries(many(1001, null).map((value, index) => [`c${index}`, value]));
    const host = hostOf({
      services: many(100_001, { port: 80 }),
      certificate: many(1001, { subjectAltName: many(1001, 'a') }),
      ...{ ips: many(1001, 'a'), waf: many(1001, 'a'), emails: many(1001, 'a') },
      ...{ components: names, database: names },
    });
    expect(host?.services).toHaveLength(100_000);
    for (const name of ['certificates', 'ips', 'waf', 'components', 'emails'] as const)
      expect(host?.[name]).toHaveLength(1000);
    expect(host?.certificates[0]?.alternativeNames).toHaveLength(1000);
    expect(host?.database?.endsWith('c999, …')).toBe(true);
    expect(host?.cut.toSorted()).toEqual([...hostLists].sort());
    expect(hostOf({ ips: many(1000, 'a') })?.cut).toEqual([]);
  });

  test('drops items of a wrong type and never throws', () => {
    expect(hostOf({ waf: ['a', 5, null, 'b'], ips: 'x' })).toMatchObject({ waf: ['a', 'b'], ips: [] });
    const field = fc.constantFrom(
      'services',
      'emails',
      'components',
      'database',
      'web_server',
      'os',
      'cdn',
      'cms',
      'certificate',
      'waf',
      'ips',
      'isp',
    );
    fc.assert(
      fc.property(fc.dictionary(field, anyJson), (information) => {
        const host = hostOf(information);
        for (const { port } of host?.services ?? [])
          expect(port === null || Number.isSafeInteger(port)).toBe(true);
        for (const text of [...(host?.ips ?? []), ...(host?.emails ?? []), host?.cms ?? ''])
          expect(typeof text).toBe('string');
      }),
    );
  });
});
