/** The licence file of the bundle: the licence texts of every package in it. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
});

type Manifest = z.infer<typeof manifest>;

/** Packages without any word about a licence, checked by hand. The artifact client needs them for downloads only. */
const withoutLicence = new Set(['buffers 0.1.1']);

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const rule = '-'.repeat(80);

/**
 * The licences of all bundled packages by name and version, with LF line ends.
 *
 * @param statsPath the file that `ncc --stats-out` wrote
 * @throws {Error} that names every package without a licence
 */
export async function licenceTexts(statsPath: string): Promise<string> {
  const files = new Set<string>();
  // Absolute paths of the source files. Modules that webpack generates have none, and a joined module holds others.
  JSON.parse(await readFile(statsPath, 'utf8'), (key, value) => {
    if (key === 'nameForCondition' && typeof value === 'string') files.add(value);
    return value;
  });
  const folders = new Set([...files].flatMap((path) => packageFolder(path) ?? []));
  const sections = new Map<string, Section>();
  const silent: string[] = [];
  for (const folder of folders) {
    const { name, section } = await describePackage(folder);
    if (section === null) silent.push(name);
    else sections.set(name, section);
  }
  if (folders.size === 0) throw new Error(`${statsPath} names no package`);
  if (silent.length > 0) throw new Error(`No licence is given by ${silent.sort().join(', ')}`);
  // A package may be installed twice; the same name and version is one entry. An equal text stands once for all.
  const ordered = [...sections].sort(([one], [other]) => (one < other ? -1 : 1));
  const byText = Map.groupBy(ordered, ([, { text }]) => text);
  return Array.from(
    byText,
    ([text, packages]) => `${packages.map(([, { head }]) => head).join('\n\n')}\n\n${text}\n`,
  ).join(`\n${rule}\n\n`);
}

interface Section {
  /** Name, version and licence. */
  readonly head: string;
  readonly text: string;
}

/** The folder of the package that a file belongs to; `null` for a file of our own. */
function packageFolder(path: string): string | null {
  const match = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(path);
  return match === null ? null : match[0];
}

async function describePackage(folder: string): Promise<{ name: string; section: Section | null }> {
  const found = manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const texts = await shippedTexts(folder);
  const name = `${found.name} ${found.version}`;
  const licence = typeof found.license === 'object' ? found.license.type : found.license;
  if (texts.length === 0 && licence === undefined && !withoutLicence.has(name))
    return { name, section: null };
  const text = texts.length > 0 ? texts.map(tidy).join('\n\n') : declaration(found);
  return { name, section: { head: `${name}\nLicence: ${licence ?? 'none declared'}`, text } };
}

/** The licence and notice files of a package; without any, the licence section of its readme. */
async function shippedTexts(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const files = names.filter((name) => licenceFile.test(name));
  if (files.length > 0) return Promise.all(files.map(read));
  const readmes = await Promise.all(names.filter((name) => /^readme/i.test(name)).map(read));
  return readmes.flatMap(
    (text) => /^#+ *licen[cs]e.*\n([^#]*Permission is hereby granted[^#]*)/im.exec(text)?.[1] ?? [],
  );
}

/** For a package without a licence text: its author and its source. */
function declaration({ license, author, repository }: Manifest): string {
  const by = typeof author === 'object' ? author.name : author;
  const at = typeof repository === 'object' ? repository.url : repository;
  const origin = [
    by === undefined ? [] : [`Author: ${by}`],
    at === undefined ? [] : [`Source: ${at}`],
  ].flat();
  const note = license === undefined ? '' : ' The licence above is the one that its package.json declares.';
  return [`The package ships no licence text.${note}`, ...origin].join('\n');
}

function tidy(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim();
}
