import { describe, expect, test } from '@jest/globals';
import { resultDocument } from '../../src/report/files/result.ts';
import { resultErrors, resultSchema } from '../support/result-schema.ts';
import { resultModels } from '../unit/report/files/result-models.ts';
import { readText } from './repository.ts';

const raw = { identificator: 'scan-104', percentage: '100.00' };
/** The text of each file. */
const documents = Object.entries(resultModels()).map(([name, model]): [name: string, json: string] => [
  name,
  JSON.stringify(resultDocument(model, { reason: 'why', raw })),
]);

/** Fields of `document` that `schema` does not name. */
function unknownFields(value: unknown, schema: unknown, path = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((each) => unknownFields(each, partsOf(schema, 'items'), path));
  if (typeof value !== 'object' || value === null) return [];
  const properties = Object.assign({}, ...partsOf(schema, 'properties'));
  // What a problem, the preferences and the raw answer hold is not ours to say.
  if (['.objections.because', '.scan.preferences', '.raw'].includes(path)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name in properties ? unknownFields(each, properties[name], `${path}.${name}`) : [`${path}.${name}`],
  );
}

/** What `schema`, or a part of it, has under `keyword`. */
function partsOf(schema: unknown, keyword: 'items' | 'properties'): readonly object[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => partsOf(each, keyword));
  if (typeof schema !== 'object' || schema === null) return [];
  const fields = new Map<string, unknown>(Object.entries(schema));
  const reference = String(fields.get('$ref') ?? '').replace('#/definitions/', '');
  const parts = [fields.get('allOf'), fields.get('anyOf'), fields.get('oneOf')];
  const own = fields.get(keyword);
  return [
    ...(typeof own === 'object' && own !== null ? [own] : []),
    ...partsOf(resultSchema.definitions[reference], keyword),
    ...parts.flatMap((part) => partsOf(part, keyword)),
  ];
}

describe('docs/result.schema.json', () => {
  test('accepts fields that it does not know, and is read by people too', async () => {
    const text = await readText('docs/result.schema.json');
    expect(text).not.toContain('"additionalProperties": false');
    expect(text.split('\n').length).toBeLessThanOrEqual(351);
  });

  test.each(documents)('accepts the document of %s, and knows its every field', (_name, json) => {
    expect(resultErrors(json)).toEqual([]);
    expect(unknownFields(JSON.parse(json), resultSchema)).toEqual([]);
    const more = { ...JSON.parse(json), more: 1, findings: [{ name: '', more: 2 }] };
    expect(unknownFields(more, resultSchema)).toEqual(['.findings.more', '.more']);
  });

  test.each([
    ['another version', { version: 2 }],
    ['a verdict that is none', { verdict: 'ok' }],
    ['no objections', { objections: null }],
    ['an objection that is none', { objections: [{ weight: 'blocking', because: { kind: 'timeout' } }] }],
    ['a count below zero', { blocking: -1 }],
    ['findings that are none', { findings: [{}] }],
    ['a baseline without counts', { baseline: { kind: 'compared' } }],
    ['a time that is none', { scan: { startedAt: 'yesterday' } }],
  ])('refuses %s', (_name, change) => {
    const [, json = ''] = documents[0] ?? [];
    expect(resultErrors(JSON.stringify({ ...JSON.parse(json), ...change }))).not.toEqual([]);
  });
});

test('docs/result.md names every field at the top and of a finding, and no other', async () => {
  const text = await readText('docs/result.md');
  const finding = resultSchema.definitions['finding']?.properties ?? {};
  const fields = [...Object.keys(resultSchema.properties), ...Object.keys(finding)];
  const rows = [...text.matchAll(/^\| `([A-Za-z]+)` \|/gm)].map((match) => match[1] ?? '');
  expect(rows.toSorted()).toEqual(fields.toSorted());
});
