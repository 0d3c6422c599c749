import { expect, test } from '@jest/globals';
import { en, pt } from '../../../../../src/report/language/texts.ts';
import { hostSection } from '../../../../../src/report/page/sections/host-facts.ts';
import { sampleHost } from '../../sample-findings.ts';

test('the host section says how many entries of a list are not shown, and if the list was not read to its end', () => {
  const ips = Array.from({ length: 1000 }, (_, index) => `192.0.2.${index}`);
  const [service] = sampleHost.services;
  const many = { ...sampleHost, ips, services: ips.flatMap(() => service ?? []), emails: ips };
  expect(hostSection(many, en)).toContain('and 980 more');
  expect(hostSection(many, en)).not.toContain('more than');
  const section = hostSection({ ...many, cut: ['ips', 'services', 'emails'] }, en);
  expect(section.match(/and more than 980 more, which were not all read/g)).toHaveLength(2);
  expect(section).toContain('more than 1,000 addresses, the first ones listed in the JSON result');
});

test.each([
  [null, 'valid from 2026-09-01 to 2026-12-01', 'válido de 2026-09-01 a 2026-12-01'],
  [31, 'valid from 2026-09-01 to 2026-12-01', 'válido de 2026-09-01 a 2026-12-01'],
  [30, '⚠️ **ends in 30 days, on 2026-12-01**', '⚠️ **vence em 30 dias, em 2026-12-01**'],
  [0, '⚠️ **ends in 0 days, on 2026-12-01**', '⚠️ **vence em 0 dias, em 2026-12-01**'],
  [-1, '⚠️ **expired on 2026-12-01**', '⚠️ **venceu em 2026-12-01**'],
])('a certificate with %p days left is shown as such', (daysLeft, english, portuguese) => {
  const certificates = sampleHost.certificates.map((certificate) => ({ ...certificate, daysLeft }));
  for (const [texts, words] of [
    [en, english],
    [pt, portuguese],
  ] as const)
    expect(hostSection({ ...sampleHost, certificates }, texts)).toContain(`preview.example.com, ${words}`);
});

test('a host of which it is not known whether it has a firewall is not said to have none', () => {
  expect(hostSection(sampleHost, en)).toContain('Firewall (WAF): none detected');
  expect(hostSection({ ...sampleHost, wafKnown: false }, en)).toContain('Firewall (WAF): unknown');
});

test('each fact of the host is named', () => {
  const known = {
    ...sampleHost,
    database: 'MySQL 8.0.36',
    cdn: 'Cloudflare',
    cms: 'WordPress',
    os: 'Ubuntu',
  };
  const section = hostSection(known, en);
  for (const fact of [
    'Database: MySQL 8.0.36',
    'CDN: Cloudflare',
    'CMS: WordPress',
    'Operating system: Ubuntu',
  ])
    expect(section).toContain(`\n- ${fact}\n`);
});
