import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bar } from '../../../../src/report/markdown/bar.ts';

describe('bar', () => {
  test.each([
    [{ solid: 4, light: 0 }, 8, '██████'],
    [{ solid: 0, light: 8 }, 8, '░░░░░░░░░░░░'],
    [{ solid: 4, light: 4 }, 8, '██████░░░░░░'],
    [{ solid: 1, light: 0 }, 1000, '█'],
    [{ solid: 0, light: 0 }, 8, ''],
    [{ solid: 0, light: 0 }, 0, ''],
  ])('draws %j of %d', (parts, max, drawn) => {
    expect(bar(parts, max, 12)).toBe(drawn);
  });

  test('shows every part that is not zero, and is no longer than it may be', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.nat(500), (solid, light, more) => {
        const max = solid + light + more;
        const drawn = bar({ solid, light }, max, 12);
        expect(drawn).toMatch(/^█*░*$/u);
        expect([drawn.includes('█'), drawn.includes('░')]).toEqual([solid > 0, light > 0]);
        expect(drawn.length).toBeLessThanOrEqual(12);
      }),
    );
  });
});
