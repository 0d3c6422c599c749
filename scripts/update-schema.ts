/**
 * Writes the JSON Schema for editors of the policy file, `docs/scan-gate.schema.json`, from the zod schema. What is an
 * input too is described in `action.yml`.
 *
 * `node scripts/update-schema.ts [--check]`; with `--check` nothing is written, and a stale file is an error.
 */

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { policyFileSchema } from '../src/settings/policy-file.ts';
import { updateFile } from './generated-file.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { inputs }: { readonly inputs: Readonly<Record<string, { readonly description: string }>> } = parse(
  await readFile(join(root, 'action.yml'), 'utf8'),
);

/** The settings of the file. What says nothing of its own is described as the input of that name. */
function describeSettings(settings: object): object {
  const described = Object.entries(settings).map(([name, setting]) => {
    const description = setting.description ?? inputs[name]?.description;
    return [name, { description, ...setting }];
  });
  return Object.fromEntries(described);
}

/** In draft 7, which every editor knows. */
function schemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(policyFileSchema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      // zod adds this limit to every whole number; it is no rule of ours.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const properties = describeSettings(schema.properties ?? {});
  const described = {
    $schema,
    $id: 'scan-gate.schema.json',
    title: 'Scan Gate policy file',
    ...schema,
    properties,
  };
  return `${JSON.stringify(described, null, 2)}\n`;
}

await updateFile(
  join(root, 'docs/scan-gate.schema.json'),
  schemaText,
  'docs/scan-gate.schema.json differs from src/settings/policy-file.ts: run `npm run schema`',
);
