import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readHost } from '../../../src/gate/judgement.ts';
import { anyJson, asResult } from './arbitraries.ts';
import { now } from './judgements.ts';

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
