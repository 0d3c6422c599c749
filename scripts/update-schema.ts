/**
 * Writes the JSON Schemas of the docs from the zod schemas: `docs/scan-gate.schema.json` and
 * `docs/org-policy.schema.json` for editors of the policy files, and `docs/result.schema.json` for readers of the JSON
 * result. What is an input too is described in `action.yml`.
 *
 * `node scripts/update-schema.ts [--check]`; with `--check` nothing is written, and a stale file is an error.
 */

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { organizationFileSchema, policyFileSchema } from '../src/policy/policy-schema.ts';
import { resultSchema } from '../src/report/files/result/schema.ts';
import { updateFile } from './generated-file.ts';

/** `file`: in `docs/`. */
const published = [
  {
    file: 'scan-gate.schema.json',
    title: 'Scan Gate policy file',
    source: 'src/policy/policy-schema.ts',
    schema: policyFileSchema,
  },
  {
    file: 'org-policy.schema.json',
    title: 'Scan Gate policy file of an organization',
    source: 'src/policy/policy-schema.ts',
    schema: organizationFileSchema,
  },
  {
    file: 'result.schema.json',
    title: 'Scan Gate JSON result, version 1',
    source: 'src/report/files/result/schema.ts',
    schema: resultSchema,
  },
];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const docs = join(root, 'docs');
const { inputs }: { readonly inputs: Readonly<Record<string, { readonly description: string }>> } = parse(
  await readFile(join(root, 'action.yml'), 'utf8'),
);

/** The settings of a policy file. What says nothing of its own is described as the input of that name. */
function describeSettings(settings: object): object {
  const described = Object.entries(settings).map(([name, setting]) => {
    const description = setting.description ?? inputs[name]?.description;
    return [name, { description, ...setting }];
  });
  return Object.fromEntries(described);
}

/** In draft 7, which every editor knows. `io: 'input'` allows unknown fields. */
function schemaText({ file, title, schema: source }: (typeof published)[number]): string {
  const { $schema, ...schema } = z.toJSONSchema(source, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      // zod adds this limit to every whole number; it is no rule of ours.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // The format says the same, and can be read.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  const { properties = {} } = schema;
  if (source !== resultSchema) Object.assign(properties, describeSettings(properties));
  return `${JSON.stringify({ $schema, $id: file, title, ...schema }, null, 2)}\n`;
}

for (const each of published) {
  await updateFile(
    join(docs, each.file),
    () => schemaText(each),
    `docs/${each.file} differs from ${each.source}: run \`npm run schema\``,
  );
}
