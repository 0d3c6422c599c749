/**
 * Writes the tables of inputs and outputs in README.md from action.yml, between the markers `<!-- inputs:start -->` and
 * `<!-- inputs:end -->`, and those of the outputs.
 *
 * `node scripts/update-readme.ts [--check]`; with `--check` nothing is written, and a README that differs is an error.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';

interface Entry {
  readonly name: string;
  /** The heading that a comment in action.yml gives to this entry and those after it; `null` goes on with the last one. */
  readonly heading: string | null;
  readonly description: string;
  readonly required: boolean;
  /** As written; `null` where there is none. */
  readonly fallback: string | null;
}

function readEntries(action: YAMLMap, section: string): Entry[] {
  const map = action.get(section);
  if (!isMap(map)) throw new Error(`action.yml has no ${section}`);
  return map.items.map(({ key, value }, index) => {
    if (!isScalar(key) || !isMap(value)) throw new Error(`${section}: an entry is not a mapping`);
    const fallback = value.get('default');
    // yaml gives the comment above the first entry to the mapping.
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

/** @throws {Error} where the markers are missing */
function replaceBetween(readme: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`README.md has no ${start} … ${end}`);
  return `${readme.slice(0, from + start.length)}\n${content}\n${readme.slice(to)}`;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readmePath = join(root, 'README.md');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const action = parseDocument(await readFile(join(root, 'action.yml'), 'utf8')).contents;
if (!isMap(action)) throw new Error('action.yml is not a mapping');
const before = await readFile(readmePath, 'utf8');
const withInputs = replaceBetween(before, 'inputs', inputTables(readEntries(action, 'inputs')));
const after = replaceBetween(withInputs, 'outputs', outputTable(readEntries(action, 'outputs')));

if (after !== before) {
  if (values.check) {
    process.stderr.write(
      'The tables of README.md differ from action.yml: run `npx node scripts/update-readme.ts`\n',
    );
    process.exitCode = 1;
  } else {
    await writeFile(readmePath, after);
  }
}
