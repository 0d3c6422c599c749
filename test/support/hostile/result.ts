/** A scan result with a chosen text in every place of the interface that takes one (docs/service-interface.md, section 2). */
import { hostileTexts } from './corpus.ts';

/** The text for `field`; of the fields that can be there several times, that of `row`. */
export type Put = (field: string, row: number) => string;

export interface ResultShape {
  /** How many rows each list has; each row holds one blocking and one passing finding. */
  readonly rows: number;
  /** Left out: a text of `put` as well. */
  readonly scanId?: string;
}

function issue(put: Put, row: number, blocking: boolean): object {
  const text = (field: string) => put(`issues.${field}`, row);
  return {
    group: text('group'),
    name: text('name'),
    // Its score places a severity that is none of the five where the text stands.
    severity: blocking ? text('severity') : 'low',
    cve: [text('cve'), { id: text('cve.id') }],
    cwe: [79],
    cvss: { score: blocking ? 9.8 : 2.1, detail: text('cvss.detail') },
    remediation: text('remediation'),
    references: row % 2 === 0 ? text('references') : [text('references[]'), text('references')],
    description: text('description'),
    raw: Object.fromEntries([
      [text('raw key'), text('raw value')],
      ['list', [text('raw[]')]],
    ]),
  };
}

function service(put: Put, row: number): object {
  const text = (field: string) => put(`information.services.${field}`, row);
  return {
    state: text('state'),
    reason: text('reason'),
    name: text('name'),
    product: text('product'),
    version: text('version'),
    port: 443,
  };
}

function certificate(put: Put, row: number): object {
  const text = (field: string) => put(`information.certificate.${field}`, row);
  return {
    'Issue On': { $date: 1_790_000_000 },
    'Expires On': { $date: 1_800_000_000.5 },
    commonName: text('commonName'),
    subject: text('subject'),
    sha1: text('sha1'),
    sha256: text('sha256'),
    serial_number: text('serial_number'),
    subjectAltName: [text('subjectAltName')],
  };
}

function information(put: Put, rows: readonly number[]): object {
  const at = (field: string) => (row: number) => put(`information.${field}`, row);
  const texts = (field: string) => rows.map(at(field));
  const mapping = (field: string) =>
    Object.fromEntries(rows.map((row) => [at(`${field} key`)(row), at(`${field} value`)(row)]));
  return {
    services: rows.map((row) => service(put, row)),
    emails: texts('emails'),
    components: mapping('components'),
    database: mapping('database'),
    web_server: mapping('web_server'),
    os: mapping('os'),
    cdn: at('cdn')(0),
    cms: at('cms')(0),
    certificate: rows.map((row) => certificate(put, row)),
    waf: texts('waf'),
    ips: texts('ips'),
    isp: at('isp')(0),
    total_checked: 321,
  };
}

/** A finished result as the service would send it, of plain data. */
export function resultWith(put: Put, { rows, scanId }: ResultShape): Record<string, unknown> {
  const each = Array.from({ length: rows }, (_, row) => row);
  const mapping = (field: string, value: (row: number) => unknown) =>
    each.map((row): [string, unknown] => [put(`${field} key`, row), value(row)]);
  return {
    issuesSummaryTotal: 2 * rows,
    issuesCategoriesSummary: Object.fromEntries(mapping('issuesCategoriesSummary', () => 1)),
    issues: Object.fromEntries(
      mapping('issues', (row) => ({ issues: [issue(put, row, true), issue(put, row, false)] })),
    ),
    identificator: scanId ?? put('identificator', 0),
    issuesSummary: Object.fromEntries([
      ...mapping('issuesSummary', () => 1),
      ['critical', rows],
      ['low', rows],
    ]),
    totalChecked: 321,
    information: information(put, each),
    preferences: Object.fromEntries([
      ...mapping('preferences', (row) => put('preferences value', row)),
      ['crawler_options', Object.fromEntries(mapping('preferences.crawler_options', () => true))],
    ]),
    percentage: '100.00',
    startDate: put('startDate', 0),
    endDate: '2026-11-21T10:00:00.000000Z',
    ...Object.fromEntries(mapping('unknown', (row) => put('unknown value', row))),
    subdomains: each.map((row) => put('subdomains', row)),
    leaks: each.map((row) => ({ email: put('leaks', row) })),
  };
}

/** Every field that {@link resultWith} asks a text for. */
export const fields: readonly string[] = fieldsOf();

function fieldsOf(): string[] {
  const names = new Set<string>();
  resultWith((field, row) => `${names.add(field).size} ${row}`, { rows: 2 });
  return [...names];
}

/**
 * The texts of square `number`: no two fields of one row hold the same one, and over as many squares as there are texts
 * each field has held each text. With several `rows` in a result, fewer squares do the same for the fields that each row
 * has.
 */
export function square(number: number, rows = 1): Put {
  return (field, row) => {
    const index = fields.indexOf(field) + number * rows + row;
    return hostileTexts[index % hostileTexts.length]?.text ?? '';
  };
}

/** Where a harmless text must have a certain form. */
const formed: ReadonlyMap<string, string> = new Map([
  ['issues.severity', 'severe'],
  ['startDate', '2026-11-21T09:00:00.000000Z'],
]);

/** The same in harmless words. They differ from place to place, since some of them are keys. */
export const harmlessPut: Put = (field, row) =>
  formed.get(field) ?? `words ${fields.indexOf(field)} of row ${row}`;
