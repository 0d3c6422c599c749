import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { resultDocument } from '../../src/report/files/result/document.ts';
import { resultSchema } from '../../src/report/files/result/schema.ts';
import { resultModels } from '../unit/report/files/result/result-models.ts';
import { readText } from './repository.ts';

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);

const published: Record<string, unknown> = JSON.parse(await readText('docs/result.schema.json'));
const accepts = ajv.compile(published);

const raw = { identificator: 'scan-104', percentage: '100.00' };
/** What is in the file: only what JSON keeps. */
const documents = Object.entries(resultModels()).map(([name, model]): [string, object] => {
  const document = resultDocument(model, { reason: 'why', raw, artifactUrl: null });
  return [name, JSON.parse(JSON.stringify(document))];
});

describe('docs/result.schema.json', () => {
  test('is a valid schema, and accepts fields that it does not know', () => {
    expect(ajv.validateSchema(published)).toBe(true);
    expect(JSON.stringify(published)).not.toContain('"additionalProperties":false');
  });

  test.each(documents)('accepts the document of %s, and knows its every field', (_name, document) => {
    accepts(document);
    expect(accepts.errors).toBeNull();
    expect(resultSchema.parse(document)).toEqual(document);
  });

  test.each([
    ['another version', { version: 2 }],
    ['a verdict that is none', { verdict: 'ok' }],
    ['no reason', { reasons: [] }],
    ['a count below zero', { blocking: -1 }],
    ['findings that are none', { findings: [{}] }],
    ['a time that is none', { scan: { startedAt: 'yesterday' } }],
  ])('refuses %s', (_name, change) => {
    const [, document] = documents[0] ?? [];
    expect(accepts({ ...document, ...change })).toBe(false);
  });
});

test('docs/result.md names every field at the top and of a finding, and no other', async () => {
  const text = await readText('docs/result.md');
  const { shape } = resultSchema;
  const fields = [...Object.keys(shape), ...Object.keys(shape.findings.element.shape)];
  expect(fields.filter((field) => !text.includes(`\`${field}\``))).toEqual([]);
  const rows = [...text.matchAll(/^\| `([A-Za-z]+)` \|/gm)].map((match) => match[1] ?? '');
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((field) => !fields.includes(field))).toEqual([]);
});
