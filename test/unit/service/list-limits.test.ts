import { describe, expect, test } from '@jest/globals';
import { scanResultSchema } from '../../../src/service/wire.ts';

describe('of a list that is too long', () => {
  const many = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry);
  const names = (count: number) => Object.fromEntries(many(count, 0).map((_, index) => [`n${index}`, 0]));

  test('the first entries are kept, and one more that shows that there are others', () => {
    const long = names(1002);
    const information = {
      services: many(100_002, { port: 443 }),
      certificate: many(1002, { subjectAltName: many(1002, 'a') }),
      waf: many(1002, ''),
      ips: many(1002, 'a'),
      emails: many(1002, 'a'),
      components: long,
    };
    const parsed = scanResultSchema.parse({ information, issuesSummary: long, preferences: long });
    const { services, certificate, components, ...lists } = parsed.information ?? {};
    expect(services).toHaveLength(100_001);
    expect(certificate?.[0]).toMatchObject({ subjectAltName: many(1001, 'a') });
    for (const list of [certificate, ...Object.values(lists)]) expect(list).toHaveLength(1001);
    const objects = [components, parsed.issuesSummary, parsed.preferences];
    for (const fields of objects) expect(Object.keys(fields ?? {})).toHaveLength(1001);
  });

  test('texts are counted, and not what stands between them', () => {
    const waf = [...many(5000, null), ...many(1002, 'a')];
    expect(scanResultSchema.parse({ information: { waf } }).information?.waf).toHaveLength(1001);
  });

  test('issues are counted over all types', () => {
    expect(scanResultSchema.parse({ issues: many(100_002, 1) }).issues).toHaveLength(100_001);
    const list = many(60_000, { severity: 'low' });
    const given = { a: { issues: list }, b: { issues: list, x: 1 }, c: { issues: list }, d: 5 };
    expect(scanResultSchema.parse({ issues: given }).issues).toEqual({
      a: { issues: list },
      b: { issues: list.slice(0, 40_001) },
      c: { issues: [] },
      d: {},
    });
  });
});
