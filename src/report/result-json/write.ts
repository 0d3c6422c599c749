import { isMapping } from '../../core/json.ts';
import { JsonText } from '../../service/json-text.ts';

/** Deeper than this, mappings are written whole: in the result of a scan the lists of findings stand above it. */
const splitDepth = 4;
/** Half as long again is what it takes to write the entries of a list one by one. */
const entriesAtOnce = 50;

/**
 * `value` in compact JSON, in pieces: mappings field by field, and lists some whole entries at a time, each piece on a line
 * of its own, so that no text of the whole needs to exist. The pieces together are what `JSON.stringify` gives, apart from
 * white space; a {@link JsonText} stands among them as it is, in UTF-8.
 *
 * @param value what `JSON.stringify` writes without loss, and any iterable as a list; anything else is `null` in a list, and
 * left out of a mapping
 */
export function* jsonPieces(value: unknown, depth = splitDepth): Generator<string | Uint8Array, void> {
  if (value instanceof JsonText) yield value.bytes;
  else if (isList(value)) yield* listPieces(value);
  else if (depth > 0 && isMapping(value)) yield* mappingPieces(value, depth - 1);
  else yield whole(value);
}

function whole(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function* listPieces(list: Iterable<unknown>): Generator<string, void> {
  let before = '[\n';
  let entries: unknown[] = [];
  const taken = () => {
    const piece = before + JSON.stringify(entries).slice(1, -1);
    before = ',\n';
    entries = [];
    return piece;
  };
  for (const entry of list) {
    entries.push(entry);
    if (entries.length === entriesAtOnce) yield taken();
  }
  if (entries.length > 0) yield taken();
  yield before === '[\n' ? '[]' : '\n]';
}

function* mappingPieces(
  mapping: Readonly<Record<string, unknown>>,
  depth: number,
): Generator<string | Uint8Array, void> {
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
