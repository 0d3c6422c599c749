import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** The names of the outputs that `action.yml` promises, sorted. */
export async function actionOutputs(): Promise<string[]> {
  const action: unknown = parse(await readFile(new URL('../../../action.yml', import.meta.url), 'utf8'));
  const outputs =
    typeof action === 'object' && action !== null && 'outputs' in action ? action.outputs : null;
  return Object.keys(typeof outputs === 'object' && outputs !== null ? outputs : {}).sort();
}
