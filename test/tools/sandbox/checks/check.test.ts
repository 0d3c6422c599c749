import { describe, expect, test } from '@jest/globals';
import { rateVector } from '../../../../sandbox/checks/check.ts';

describe('rateVector', () => {
  // Scores as published in the CVSS 3.1 examples document and in the National Vulnerability Database.
  test.each([
    ['AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10, 'critical'],
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8, 'critical'],
    ['AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8, 'high'],
    ['AV:P/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 6.8, 'medium'],
    ['AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1, 'medium'],
    ['AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1, 'low'],
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0, 'warning'],
  ])('%s scores %d and is %s', (metrics, score, severity) => {
    expect(rateVector(`CVSS:3.1/${metrics}`)).toEqual({ score, severity });
  });

  test.each([
    'CVSS:3.0/AV:N',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/C:H/I:H/A:H',
    'CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  ])('refuses %s', (vector) => {
    expect(() => rateVector(vector)).toThrow('The vector format is not valid');
  });
});
