import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, readText } from './repository.ts';

/** Any file may import these; they import one another only. */
const shared = ['ports', 'errors', 'severity', 'request-fault', 'glob', 'mapping', 'plain-words'];

/** What `main.ts` passes in as ports. */
const implementations = ['log', 'redactor', 'runner', 'proxy'];

/** Where the stages meet. They may import everything, and no stage imports them. */
const composition = [
  ...['main', 'run-action', 'run', 'prepare', 'disclosure', 'judge', 'decide', 'live', 'live-write'],
  ...['stage', 'publish-files', 'publish-github', 'version', 'startup-failure'],
];

const earlyStages = ['inputs', 'target', 'service', 'scan', 'gate'];

/** Folder → folders it may import from, besides itself and what is shared. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(earlyStages.map((stage, index) => [stage, earlyStages.slice(0, index)])),
  text: earlyStages,
  report: [...earlyStages, 'text'],
  github: [],
  // What the event does not tell is asked of GitHub.
  target: ['inputs', 'github'],
  publish: [...earlyStages, 'github'],
};

/** The part a file of `src` belongs to: its folder, or its own name at the top. */
function partOf(path: string): string {
  return (path.split('/')[1] ?? '').replace(/\.ts$/, '');
}

function mayImport(from: string, to: string): boolean {
  if (from === to || composition.includes(from) || shared.includes(to)) return true;
  if (shared.includes(from)) return false;
  if (implementations.includes(from)) return implementations.includes(to);
  return allowed[from]?.includes(to) ?? false;
}

type Graph = ReadonlyMap<string, readonly string[]>;

async function readGraph(): Promise<Graph> {
  const graph = new Map<string, string[]>();
  for (const path of await filesBelow('src', '.ts')) {
    const source = await readText(path);
    const found = [...source.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.[^']*)'/g)];
    graph.set(
      path,
      found.map((match) => posix.join(posix.dirname(path), match[1] ?? '')),
    );
  }
  return graph;
}

/** One cycle of imports, or an empty list. */
function findCycle(graph: Graph): string[] {
  const done = new Set<string>();
  const visit = (path: string, above: readonly string[]): string[] => {
    if (above.includes(path)) return [...above.slice(above.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...above, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const path of graph.keys()) {
    const cycle = visit(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

const graph = await readGraph();

describe('imports of src', () => {
  test('every part has its place in the order of the stages', () => {
    const known = [...shared, ...implementations, ...composition, ...Object.keys(allowed)];
    const parts = [...new Set([...graph.keys()].map(partOf))];
    expect(parts.filter((part) => !known.includes(part))).toEqual([]);
  });

  test('a stage imports earlier stages and what is shared only', () => {
    const wrong = [...graph].flatMap(([path, imports]) =>
      imports
        .filter((target) => !mayImport(partOf(path), partOf(target)))
        .map((target) => `${path} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('report and publish never import one another', () => {
    expect([mayImport('report', 'publish'), mayImport('publish', 'report')]).toEqual([false, false]);
  });

  test('every imported file exists, within src', () => {
    const missing = [...graph].flatMap(([path, imports]) =>
      imports.filter((target) => !graph.has(target)).map((target) => `${path} → ${target}`),
    );
    expect(missing).toEqual([]);
  });

  test('there is no cycle', () => {
    expect(findCycle(graph)).toEqual([]);
  });

  test('a cycle would be found', () => {
    const ring = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(findCycle(ring)).toEqual(['b', 'c', 'b']);
  });

  test('the gate and the report are pure: they load neither files nor the network', async () => {
    const paths = [...graph.keys()].filter((path) => ['gate', 'report', 'text'].includes(partOf(path)));
    const effects = /from\s+'(?:node:(?!crypto|util|url\b)[^']+|@actions\/[^']+|ky)'|\bfetch\(|\bprocess\./;
    const sources = await Promise.all(paths.map(async (path) => ({ path, source: await readText(path) })));
    expect(sources.filter(({ source }) => effects.test(source)).map(({ path }) => path)).toEqual([]);
  });
});
