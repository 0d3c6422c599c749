// Of host.ts, whose name another test has already.
import { describe, expect, test } from '@jest/globals';
import { hostSection } from '../../../../../src/report/comment/sections/host-facts.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import { host } from '../../models.ts';

describe('hostSection', () => {
  test('says how many entries of a list are not shown, and where the list was not read to its end', () => {
    const ips = Array.from({ length: 1000 }, (_, index) => `192.0.2.${index}`);
    const [service] = host.services;
    const many = { ...host, ips, services: ips.flatMap(() => service ?? []), emails: ips };
    expect(hostSection(many, en)).toContain('and 980 more');
    expect(hostSection(many, en)).not.toContain('more than');
    const section = hostSection({ ...many, cut: ['ips', 'services', 'emails'] }, en);
    expect(section.match(/and more than 980 more, which were not all read/g)).toHaveLength(2);
    expect(section).toContain('more than 1,000 addresses, the first ones listed in the JSON result');
  });
});
