/**
 * Writes the JSON Schemas of the docs from the zod schemas that are their sources: `docs/scan-gate.schema.json`, the policy
 * file for editors, and `docs/result.schema.json`, the JSON result for its readers.
 *
 * `node scripts/update-schema.ts [--check]`; with `--check` nothing is written, and a file that differs is an error.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { policyFileSchema } from '../src/policy/policy-schema.ts';
import { resultSchema } from '../src/report/result-json/schema.ts';

interface Published {
  /** In `docs/`. */
  readonly file: string;
  readonly title: string;
  readonly source: string;
  readonly schema: z.ZodType;
}

const published: readonly Published[] = [
  {
    file: 'scan-gate.schema.json',
    title: 'Scan Gate policy file',
    source: 'src/policy/policy-schema.ts',
    schema: policyFileSchema,
  },
  {
    file: 'result.schema.json',
    title: 'Scan Gate JSON result, version 1',
    source: 'src/report/result-json/schema.ts',
    schema: resultSchema,
  },
];

const docs = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs');

/** Draft 7 is the one that every editor knows. Of what is read, fields that are not known are let through. */
function schemaText({ file, title, schema: source }: Published): string {
  const { $schema, ...schema } = z.toJSONSchema(source, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      // The largest number that JavaScript counts exactly is nobody's rule.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // The format says it, and a line of regular expression says it to nobody.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  return `${JSON.stringify({ $schema, $id: file, title, ...schema }, null, 2)}\n`;
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
for (const each of published) {
  const path = join(docs, each.file);
  const after = schemaText(each);
  if (after === (await readFile(path, 'utf8').catch(() => ''))) continue;
  if (values.check) {
    process.stderr.write(`docs/${each.file} differs from ${each.source}: run \`npm run schema\`\n`);
    process.exitCode = 1;
  } else {
    await writeFile(path, after);
  }
}
