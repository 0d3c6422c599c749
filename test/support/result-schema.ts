/** Holds JSON results to `docs/result.schema.json`. */

import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** An object of the schema, as far as tests read it. */
interface ObjectSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly definitions: Readonly<Record<string, ObjectSchema>>;
}

export const resultSchema: ObjectSchema = JSON.parse(
  readFileSync(new URL('../../docs/result.schema.json', import.meta.url), 'utf8'),
);

// Strict: a mistake in the schema, such as a misspelled keyword, is an error.
const ajv = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false });
addFormats.default(ajv);
const accepts = ajv.compile(resultSchema);

/** What is wrong with the text of a `result.json`, one line each. */
export function resultErrors(json: string): string[] {
  if (accepts(JSON.parse(json))) return [];
  return (accepts.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

/** The same for the file at `path`; none if there is no file. */
export function fileErrors(path: string): string[] {
  return existsSync(path) ? resultErrors(readFileSync(path, 'utf8')) : [];
}
