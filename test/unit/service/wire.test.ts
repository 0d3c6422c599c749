import { describe, expect, test } from '@jest/globals';
import { scanListSchema, scanResultSchema } from '../../../src/service/wire.ts';

const information = {
  services: [{ state: 'open', name: 'https', product: '', version: '', port: 443 }],
  certificate: [{ 'Expires On': { $date: 2 }, commonName: 'a' }],
  waf: [],
  ips: ['192.0.2.1'],
  total_checked: 20,
};
const result = {
  issuesSummaryTotal: 1,
  issuesCategoriesSummary: { 'Improper Neutralization': 1 },
  issues: [{ severity: 'high', name: 'SQL injection', raw: { a: 1 } }],
  identificator: '8c2b6c6e-5b0e-4c5e-9a5e-0a1b2c3d4e5f',
  issuesSummary: { critical: 0, high: 1, medium: 0, low: 0, warning: 0 },
  totalChecked: 20,
  information,
  preferences: { scan_type: 'full', services_brute_force: 0 },
  percentage: '100.00',
  startDate: '2026-11-20T10:00:00.000Z',
  endDate: '2026-11-20T10:10:00.000Z',
};

describe('scanResultSchema', () => {
  test('keeps every field that is read, and no other', () => {
    const more = { ...result, subdomains: ['a.example'], information: { ...information, isp: 'x' } };
    expect(scanResultSchema.parse(more)).toEqual(result);
  });

  test('takes both shapes of `issues` as they come', () => {
    const issues = { headers: { issues: result.issues } };
    expect(scanResultSchema.parse({ ...result, issues }).issues).toEqual(issues);
  });

  test('takes absent fields, one by one and all together', () => {
    const without = (fields: object, name: string) =>
      Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
    const fewer = [
      {},
      ...Object.keys(result).map((name) => without(result, name)),
      ...Object.keys(information).map((name) => ({ information: without(information, name) })),
    ];
    for (const fields of fewer) expect(scanResultSchema.parse(fields)).toEqual(fields);
  });

  test('counts a field of a wrong type as absent if it does not decide the verdict', () => {
    const wrong = { information: 'x', preferences: [], startDate: 5 };
    const absent = { information: undefined, preferences: undefined, startDate: undefined };
    expect(scanResultSchema.parse(wrong)).toEqual(absent);
  });

  test('keeps a deciding field of a wrong type, for the gate to refuse', () => {
    const deciding = { issues: 5, issuesSummary: 'x', totalChecked: '7', percentage: null, endDate: false };
    const wrong = { ...deciding, issuesCategoriesSummary: null, identificator: [] };
    expect(scanResultSchema.parse(wrong)).toEqual(wrong);
  });

  test('takes an unknown port, and drops an entry that is no service', () => {
    const services = [
      { port: '' },
      { port: 80 },
      'text',
      null,
      { port: 'eighty' },
      { name: 5, state: 'open' },
    ];
    const empty = { state: '', name: '', product: '', version: '', port: null };
    const taken = [empty, { ...empty, port: 80 }, empty, { ...empty, state: 'open' }];
    expect(scanResultSchema.parse({ information: { services } }).information?.services).toEqual(taken);
  });

  test('takes no field from a key that names the prototype', () => {
    const hostile: unknown = JSON.parse('{"__proto__": {"percentage": "100.00", "totalChecked": 5}}');
    const { percentage, totalChecked } = scanResultSchema.parse(hostile);
    expect({ percentage, totalChecked }).toEqual({ percentage: undefined, totalChecked: undefined });
  });
});

describe('scanListSchema', () => {
  const times = { startDate: 1_700_000_000, progress: 100.0 };
  const scans = [{ id: 'a', ...times, preferences: { xss: true } }];

  test('drops entries and scans that cannot be read, and keeps the others', () => {
    const odd = { url: 'a.example', total: 1, scans: [null, { id: 5 }, ...scans] };
    const read = { url: 'a.example', scans };
    expect(scanListSchema.parse([{ url: 5, scans }, null, 'x', odd])).toEqual([read]);
  });

  test.each([{}, null, 'x', { url: 'a' }, [1, 2], [{ scans }]])(
    'refuses %j, which is no list of targets',
    (value) => {
      expect(scanListSchema.safeParse(value).success).toBe(false);
    },
  );
});
