// In both languages: en/sarif.ts and pt/sarif.ts.
import { describe, expect, test } from '@jest/globals';
import { say } from '../../../../src/report/texts/by-kind.ts';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import type { Texts } from '../../../../src/report/texts/texts.ts';
import { placeholders } from './languages.ts';

describe('the texts of the SARIF file', () => {
  test('have the same placeholders in both languages, and are translated', () => {
    const violations = [
      { kind: 'port', port: 8080, service: '`ssh`', severity: 'high' },
      { kind: 'port', port: null, service: '', severity: 'high' },
      { kind: 'certificate', commonName: '`a`', daysLeft: 1, minDays: 30, severity: 'high' },
      { kind: 'certificate', commonName: '', daysLeft: null, minDays: 30, severity: 'high' },
      { kind: 'no-certificate', minDays: 30, severity: 'high' },
      { kind: 'no-waf', severity: 'high' },
    ] as const;
    const all = ({ sarif }: Texts): string[] => [
      ...Object.values(sarif.hostRules).flatMap(({ name, description, remedy }) => [
        name,
        description,
        remedy,
      ]),
      ...violations.map((violation): string => say(sarif.violation, violation)),
      sarif.leftOut('7'),
      sarif.where('/a'),
      sarif.foundOn('https://shop.example'),
      sarif.foundOn(''),
    ];
    expect(all(pt).map(placeholders)).toEqual(all(en).map(placeholders));
    expect(all(pt).filter((text) => all(en).includes(text))).toEqual([]);
    expect(all(en).filter((text) => text.includes('1 days'))).toEqual([]);
  });
});
