import { isMapping } from '../mapping.ts';

/** Deeper than this, mappings are written whole: in the result of a scan the lists of findings stand above it. */
const splitDepth = 4;

/**
 * `value` in compact JSON, in pieces: mappings field by field and lists entry by entry, each entry whole and on a line of
 * its own, so that no text of the whole needs to exist. The pieces together are what `JSON.stringify` gives, apart from
 * white space.
 *
 * @param value what `JSON.stringify` writes without loss; anything else in a list is `null`, and in a mapping left out
 */
export function* jsonPieces(value: unknown, depth = splitDepth): Generator<string, void> {
  if (Array.isArray(value)) yield* listPieces(value);
  else if (depth > 0 && isMapping(value)) yield* mappingPieces(value, depth - 1);
  else yield whole(value);
}

function whole(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function* listPieces(list: readonly unknown[]): Generator<string, void> {
  let before = '[\n';
  for (const entry of list) {
    yield before + whole(entry);
    before = ',\n';
  }
  yield list.length === 0 ? '[]' : '\n]';
}

function* mappingPieces(mapping: Readonly<Record<string, unknown>>, depth: number): Generator<string, void> {
  let isEmpty = true;
  for (const name of Object.keys(mapping)) {
    const entry = mapping[name];
    if (entry === undefined) continue;
    yield `${isEmpty ? '{\n' : ',\n'}${JSON.stringify(name)}:`;
    yield* jsonPieces(entry, depth);
    isEmpty = false;
  }
  yield isEmpty ? '{}' : '\n}';
}
