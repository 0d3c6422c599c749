/**
 * Writes `docs/scan-gate.schema.json`, the JSON Schema of the policy file for editors, from the schema that validates it.
 *
 * `node scripts/update-schema.ts [--check]`; with `--check` nothing is written, and a file that differs is an error.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { policyFileSchema } from '../src/inputs/policy-schema.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, 'docs', 'scan-gate.schema.json');

/** Draft 7 is the one that every editor knows. */
function schemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(policyFileSchema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      // The largest number that JavaScript counts exactly is nobody's rule.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const document = { $schema, $id: 'scan-gate.schema.json', title: 'Scan Gate policy file', ...schema };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const after = schemaText();
const before = await readFile(path, 'utf8').catch(() => '');
if (after !== before) {
  if (values.check) {
    process.stderr.write(
      'docs/scan-gate.schema.json differs from src/inputs/policy-schema.ts: run `npm run schema`\n',
    );
    process.exitCode = 1;
  } else {
    await writeFile(path, after);
  }
}
