/**
 * Writes the tables of inputs and outputs in docs/inputs.md from action.yml, between the markers of these names.
 *
 * `node scripts/update-inputs.ts [--check]`; with `--check` nothing is written, and a stale page is an error.
 */

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';
import { replaceBetween, updateFile } from './generated-file.ts';

interface Entry {
  readonly name: string;
  /** From the last comment above it in action.yml. */
  readonly group: string;
  readonly description: string;
  /** The default in words; `none` if there is none. */
  readonly fallback: string;
}

/**
 * Takes the default out of a description, such as "Default `high`." Settings of the policy file have it only there,
 * because the runner would fill in a `default:` and the file could never win.
 */
function splitDescription(text: string): { description: string; fallback: string | null } {
  const [sentence, fallback = null] = / ?\bDefault(?::| is|) ([^.;]+)[.;]/.exec(text) ?? [''];
  const rest = text.replace(sentence, '').trim();
  const description = rest.replace(/(?<=\. )[a-z]/, (letter) => letter.toUpperCase());
  return { description: fallback === null ? text : description, fallback };
}

function readEntries(action: YAMLMap, section: string): Entry[] {
  const map = action.get(section);
  if (!isMap(map)) throw new Error(`action.yml has no ${section}`);
  let group = '';
  return map.items.map(({ key, value }, index) => {
    if (!isScalar(key) || !isMap(value)) throw new Error(`${section}: an entry is not a mapping`);
    // The parser attaches the comment above the first entry to the mapping.
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : null);
    group = comment?.trim() ?? group;
    const given = value.get('default');
    const { description, fallback } = splitDescription(String(value.get('description') ?? '').trim());
    const required = value.get('required') === true ? '**required**' : null;
    return {
      name: String(key.value),
      group,
      description,
      fallback: required ?? fallback ?? (given === undefined ? 'none' : `\`${given}\``),
    };
  });
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

function inputTables(entries: readonly Entry[]): string {
  const tables = [...Map.groupBy(entries, ({ group }) => group)].map(([group, members]) => {
    const rows = members.map(
      ({ name, fallback, description }) => `| \`${name}\` | ${cell(fallback)} | ${cell(description)} |`,
    );
    return [`**${group}**`, '', '| Input | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
  });
  return tables.join('\n\n');
}

function outputTable(entries: readonly Entry[]): string {
  const rows = entries.map(({ name, description }) => `| \`${name}\` | ${cell(description)} |`);
  return ['| Output | Meaning |', '|---|---|', ...rows].join('\n');
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const action = parseDocument(await readFile(join(root, 'action.yml'), 'utf8')).contents;
if (!isMap(action)) throw new Error('action.yml is not a mapping');
const inputs = readEntries(action, 'inputs');
const outputs = outputTable(readEntries(action, 'outputs'));
await updateFile(
  join(root, 'docs/inputs.md'),
  (before) => replaceBetween(replaceBetween(before, 'inputs', inputTables(inputs)), 'outputs', outputs),
  'docs/inputs.md differs from action.yml: run `npm run inputs`',
);
