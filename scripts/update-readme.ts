/**
 * Writes the tables of inputs and outputs in README.md from action.yml, between the markers `inputs` and `outputs`.
 *
 * `node scripts/update-readme.ts [--check]`; with `--check` nothing is written, and a stale README is an error.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';
import { replaceBetween, updateFile } from './generated-file.ts';

interface Entry {
  readonly name: string;
  /** From the comment above this entry in action.yml; `null` where the last heading goes on. */
  readonly heading: string | null;
  readonly description: string;
  readonly required: boolean;
  /** The default as written; `null` where there is none. */
  readonly fallback: string | null;
}

function readEntries(action: YAMLMap, section: string): Entry[] {
  const map = action.get(section);
  if (!isMap(map)) throw new Error(`action.yml has no ${section}`);
  return map.items.map(({ key, value }, index) => {
    if (!isScalar(key) || !isMap(value)) throw new Error(`${section}: an entry is not a mapping`);
    const fallback = value.get('default');
    // The parser attaches the comment above the first entry to the mapping.
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : null);
    return {
      name: String(key.value),
      heading: comment?.trim() ?? null,
      description: String(value.get('description') ?? '').trim(),
      required: value.get('required') === true,
      fallback: fallback === undefined ? null : String(fallback),
    };
  });
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

function inputTables(entries: readonly Entry[]): string {
  const head = ['| Input | Default | Meaning |', '|---|---|---|'];
  return entries
    .flatMap(({ name, heading, description, required, fallback }, index) => {
      const shown = required ? '**required**' : fallback === null ? '' : `\`${fallback}\``;
      const row = `| \`${name}\` | ${cell(shown)} | ${cell(description)} |`.replaceAll('|  |', '| |');
      if (heading !== null) return ['', `**${heading}**`, '', ...head, row];
      return index === 0 ? [...head, row] : [row];
    })
    .join('\n')
    .trim();
}

function outputTable(entries: readonly Entry[]): string {
  const rows = entries.map(({ name, description }) => `| \`${name}\` | ${cell(description)} |`);
  return ['| Output | Meaning |', '|---|---|', ...rows].join('\n');
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const action = parseDocument(await readFile(join(root, 'action.yml'), 'utf8')).contents;
if (!isMap(action)) throw new Error('action.yml is not a mapping');
const inputs = inputTables(readEntries(action, 'inputs'));
const outputs = outputTable(readEntries(action, 'outputs'));
await updateFile(
  join(root, 'README.md'),
  (before) => replaceBetween(replaceBetween(before, 'inputs', inputs), 'outputs', outputs),
  'The tables of README.md differ from action.yml: run `npx node scripts/update-readme.ts`',
);
