import type { Parsed } from './parsers.ts';

/** Reads an input that is YAML or JSON. YAML is loaded only where the text is not JSON; aliases are refused. */
export async function parseYaml(text: string): Promise<Parsed<unknown>> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // Not JSON, so it is read as YAML, whose messages name line and column.
  }
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const error = document.errors[0];
  if (error !== undefined) {
    return { ok: false, expected: `valid YAML or JSON (${error.message.split('\n')[0]})` };
  }
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
  } catch {
    return { ok: false, expected: 'YAML or JSON without aliases' };
  }
}
