import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { resultDocument } from '../../src/report/files/result/document.ts';
import { resultSchema } from '../../src/report/files/result/schema.ts';
import { resultModels } from '../unit/report/files/result/result-models.ts';
import { filesBelow, readText } from './repository.ts';

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);

const published: Record<string, unknown> = JSON.parse(await readText('docs/result.schema.json'));
const accepts = ajv.compile(published);
/** Version 1 as first published. Those who validate with it must still be able to read results of today. */
const firstPublished: Record<string, unknown> = JSON.parse(
  await readText('test/fixtures/result/v1.schema.json'),
);
const acceptsFirst = ajv.compile({ ...firstPublished, $id: 'first.schema.json' });

const models = Object.entries(await resultModels());
const raw = { identificator: 'scan-104', percentage: '100.00' };

/** What is in the file: only what JSON keeps. */
function written(model: (typeof models)[number][1]): unknown {
  return JSON.parse(JSON.stringify(resultDocument(model, { reason: 'why', raw, artifactUrl: null })));
}

async function sample(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readText(`test/fixtures/result/v1-${name}.json`));
}

describe('docs/result.schema.json', () => {
  test('is a valid schema, and accepts fields that it does not know', () => {
    expect(ajv.validateSchema(published)).toBe(true);
    expect(JSON.stringify(published)).not.toContain('"additionalProperties":false');
  });

  test.each(models)('accepts the document of %s, and knows its every field', (_name, model) => {
    const document = written(model);
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
  ])('refuses %s', async (_name, change) => {
    expect(accepts({ ...(await sample('fail')), ...change })).toBe(false);
  });
});

describe('version 1 of the JSON result', () => {
  test('has a sample of every kind of document', async () => {
    const files = await filesBelow('test/fixtures/result', '.json');
    const names = files.flatMap((path) => /v1-(.+)\.json$/.exec(path)?.[1] ?? []);
    expect(names.toSorted()).toEqual(models.map(([name]) => name).toSorted());
  });

  test.each(models)('still accepts the first sample, and holds its every field: %s', async (name, model) => {
    const before = await sample(name);
    accepts(before);
    expect(accepts.errors).toBeNull();
    expect(resultSchema.safeParse(before).success).toBe(true);
    const { raw: _raw, ...fields } = before;
    expect(written(model)).toMatchObject(fields);
  });

  test.each(models)('is still valid by the first schema: %s', (_name, model) => {
    acceptsFirst(written(model));
    expect(acceptsFirst.errors).toBeNull();
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
