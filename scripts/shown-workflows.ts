/**
 * Writes the workflows that pages show into a folder, so that tools can check them. Jobs and steps that a page shows
 * alone get the workflow around them.
 *
 * `node scripts/shown-workflows.ts FOLDER`
 */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

interface Shown {
  readonly path: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));

const indent = (text: string, by: number) => text.replace(/^(?=.)/gm, ' '.repeat(by));

/** The text of a whole workflow; `null` if a block of YAML is none, and no part of one. */
function asWorkflow(block: string): string | null {
  const value: unknown = parse(block);
  const head = 'name: Shown\non:\n  workflow_dispatch:\npermissions: {}\nconcurrency:\n  group: shown\n';
  const job = '  shown:\n    runs-on: ubuntu-latest\n    steps:\n';
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value))
    return value.some((step) => 'uses' in Object(step)) ? `${head}jobs:\n${job}${indent(block, 6)}` : null;
  if ('jobs' in value) return 'on' in value ? block : `${head}${block}`;
  if ('uses' in value) return `${head}jobs:\n${job}      -\n${indent(block, 8)}`;
  const isJob = Object.values(value).some((each) => 'runs-on' in Object(each));
  return isJob ? `${head}jobs:\n${indent(block, 2)}` : null;
}

/** The workflows of the README and of the pages in `docs`. */
export async function shownWorkflows(): Promise<Shown[]> {
  const names = await readdir(join(root, 'docs'));
  const pages = ['README.md', ...names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
  const found = await Promise.all(
    pages.map(async (page) => {
      const text = await readFile(join(root, page), 'utf8');
      const blocks = [...text.matchAll(/^( *)```yaml\n(.*?)^\1```/gms)];
      return blocks.map(([, margin = '', block = '']) => asWorkflow(block.replaceAll(`\n${margin}`, '\n')));
    }),
  );
  return found.flatMap((texts, page) => {
    const name = pages[page]?.replace(/^docs\/|\.md$/g, '');
    return texts.flatMap((text, index) => (text === null ? [] : [{ path: `${name}-${index}.yml`, text }]));
  });
}

if (import.meta.main) {
  const folder = join(process.argv[2] ?? '.', '.github', 'workflows');
  await mkdir(folder, { recursive: true });
  for (const { path, text } of await shownWorkflows()) await writeFile(join(folder, path), text);
}
