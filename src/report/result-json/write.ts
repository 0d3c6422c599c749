import type { ResultDocument } from './document.ts';

/** The findings are written in pieces: the text of all of them could be longer than a string may be. */
const findingsAtOnce = 100;

/** The text of `result.json`, in pieces to write one after the other. Bytes in `raw` are JSON and are written as they are. */
export function* resultJson({
  findings,
  raw,
  artifactUrl,
  ...rest
}: ResultDocument): Generator<string | Uint8Array, void> {
  yield `${JSON.stringify(rest).slice(0, -1)},"findings":[`;
  // The number leaves a comma before each group, and `[0,` is cut off the first: nothing has to be joined.
  let cut = 3;
  for (const some of inGroups(findings, findingsAtOnce)) {
    yield JSON.stringify([0, ...some]).slice(cut, -1);
    cut = 2;
  }
  yield '],"raw":';
  yield raw instanceof Uint8Array ? raw : JSON.stringify(raw);
  yield resultEnd(artifactUrl ?? null);
}

/** The end of the text. An artifact has an address only when it holds the file already: then the file gets another end. */
export function resultEnd(artifactUrl: string | null): string {
  return `,"artifactUrl":${JSON.stringify(artifactUrl)}}\n`;
}

function* inGroups<T>(entries: Iterable<T>, size: number): Generator<readonly T[], void> {
  let group: T[] = [];
  for (const entry of entries) {
    group.push(entry);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
