import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hostListNames, readHost } from '../../../src/gate/host.ts';
import { anyJson, asResult } from './arbitraries.ts';
import { now } from './assessments.ts';

const hostOf = (information: unknown) => readHost(asResult({ information }).information, now);

describe('readHost', () => {
  test('reads every field of the interface', () => {
    const service = { state: 'open', reason: 'syn-ack', name: 'https', product: 'nginx', version: '1.18.0' };
    const certificate = { commonName: 'a.example', subject: 'CN=a.example' };
    const alternativeNames = ['a.example', 'www.a.example'];
    const same = {
      ips: ['192.0.2.1'],
      waf: ['ModSecurity'],
      isp: 'Example Net',
      cdn: 'Cloudflare',
      cms: null,
    };
    const dates = { 'Issue On': { $date: 1_700_000_000 }, 'Expires On': { $date: 1_731_536_000.5 } };
    const host = hostOf({
      ...same,
      emails: ['info@a.example', 5],
      components: { jQuery: null, Bootstrap: null },
      database: {},
      web_server: { name: 'nginx', version: '1.18.0' },
      os: { name: 'Linux', version: 5 },
      services: [{ ...service, port: 443 }, { ...service, port: '' }, {}],
      certificate: [{ ...certificate, ...dates, subjectAltName: alternativeNames }, {}],
      total_checked: 20,
    });
    const daysLeft = Math.floor((1_731_536_000_500 - now) / 86_400_000);
    const nothing = { state: '', reason: '', name: '', product: '', version: '' };
    expect(host).toEqual({
      ...same,
      emails: ['info@a.example'],
      components: ['jQuery', 'Bootstrap'],
      database: null,
      webServer: 'nginx 1.18.0',
      os: 'Linux 5',
      wafKnown: true,
      cut: [],
      services: [443, null].map((port) => ({ ...service, port })).concat({ ...nothing, port: null }),
      certificates: [
        {
          ...certificate,
          issuedOn: 1_700_000_000_000,
          expiresOn: 1_731_536_000_500,
          daysLeft,
          alternativeNames,
        },
        {
          commonName: '',
          subject: '',
          issuedOn: null,
          expiresOn: null,
          daysLeft: null,
          alternativeNames: [],
        },
      ],
    });
  });

  test('is null if the result has no information, or none that is a mapping', () => {
    expect(readHost(undefined, now)).toBeNull();
    expect(hostOf('text')).toBeNull();
    expect(hostOf([])).toBeNull();
  });

  test('describes a value of unknown shape in words', () => {
    const rows = [
      ['WordPress', 'WordPress'],
      [{ WordPress: { version: '6' } }, 'WordPress'],
      [{ name: 'nginx', version: '1.18.0' }, 'nginx 1.18.0'],
      [{ name: 'Drupal', major: 10 }, 'Drupal, major 10'],
      [['nginx', { name: 'PHP', version: 8.3 }, 5, null, ['x']], 'nginx, PHP 8.3'],
      [{ name: '', version: '' }, null],
      ...['', [], {}, 5, null, undefined].map((empty) => [empty, null]),
    ];
    for (const [value, words] of rows) {
      const read = hostOf({ cms: value, cdn: value, os: value, database: value, web_server: value });
      expect(read).toMatchObject({ cms: words, cdn: words, os: words, database: words, webServer: words });
    }
  });

  test('reads the first entries of a list that is too long, and says so', () => {
    const many = (count: number, entry: unknown) => Array.from({ length: count }, () => entry);
    const names = Object.fromEntries(many(1001, null).map((value, index) => [`c${index}`, value]));
    const host = hostOf({
      services: many(100_001, { port: 80 }),
      certificate: many(1001, { subjectAltName: many(1001, 'a') }),
      ips: many(1001, 'a'),
      waf: many(1001, 'a'),
      emails: many(1001, 'a'),
      components: names,
      database: names,
      cms: many(1001, { name: 'a' }),
    });
    expect(host?.services).toHaveLength(100_000);
    for (const name of ['certificates', 'ips', 'waf', 'components', 'emails'] as const)
      expect(host?.[name]).toHaveLength(1000);
    expect(host?.certificates[0]?.alternativeNames).toHaveLength(1000);
    expect(host?.database?.endsWith('c999, …')).toBe(true);
    expect(host?.cms?.endsWith(', a, …')).toBe(true);
    expect(host?.cut.toSorted()).toEqual([...hostListNames].sort());
    expect(hostOf({ ips: many(1000, 'a') })?.cut).toEqual([]);
  });

  test('drops items of a wrong type and never throws', () => {
    expect(hostOf({ waf: ['a', 5, null, 'b'], ips: 'x' })).toMatchObject({ waf: ['a', 'b'], ips: [] });
    const field = fc.constantFrom(
      ...['services', 'emails', 'components', 'database', 'web_server', 'os'],
      ...['cdn', 'cms', 'certificate', 'waf', 'ips', 'isp'],
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
