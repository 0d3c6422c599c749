import type { ResultDocument } from './document.ts';

/** In one piece, many findings could be longer than a string of V8 may be. */
const findingsAtOnce = 100;

/** The text of `result.json`, in pieces to write one after the other. Bytes in `raw` are JSON and are written as they are. */
export function* resultJson({
  findings,
  raw,
  ...rest
}: ResultDocument): Generator<string | Uint8Array, void> {
  yield `${JSON.stringify(rest).slice(0, -1)},"findings":[`;
  const all = [...findings];
  for (let from = 0; from < all.length; from += findingsAtOnce) {
    const some = JSON.stringify(all.slice(from, from + findingsAtOnce)).slice(1, -1);
    yield from === 0 ? some : `,${some}`;
  }
  yield '],"raw":';
  yield raw instanceof Uint8Array ? raw : JSON.stringify(raw);
  yield '}\n';
}
