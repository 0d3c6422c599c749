import { randomUUID } from 'node:crypto';
import { isMapping } from '../core/json.ts';
import type { ListPart, LongList } from './body-scan.ts';

/** Drops what is not needed of an entry of a long list, in place or by another one. */
export type Slim = (entry: unknown) => unknown;

/**
 * Parses a body of JSON, the entries of its long lists part by part, as soon as they are there, and slims them at once: a
 * body of a hundred megabytes is parsed when it has arrived, and does not become several hundred megabytes of objects.
 *
 * The body without the entries of its long lists, and each part as a list by itself, are JSON only if the body is, and
 * together hold what it holds.
 */
export class PartsParser {
  readonly #slim: Slim;
  readonly #lists = new Map<LongList, { entries: unknown[]; parsed: number }>();
  #failure: unknown = null;

  constructor(slim: Slim) {
    this.#slim = slim;
  }

  /** Parses the parts of `lists` that were not there before. What is wrong with them, `end` tells. */
  goOn(body: Buffer, lists: readonly LongList[]): void {
    if (this.#failure !== null) return;
    try {
      for (const list of lists) this.#parseList(body, list);
    } catch (error) {
      this.#failure = error;
    }
  }

  /**
   * What `JSON.parse` gives for `body`, apart from what was slimmed.
   *
   * @throws SyntaxError where `JSON.parse` would
   */
  end(body: Buffer, lists: readonly LongList[]): unknown {
    this.goOn(body, lists);
    if (this.#failure !== null) throw this.#failure;
    // Nobody who wrote the body could know it.
    const mark = randomUUID();
    let skeleton = '';
    let from = 0;
    for (const [index, list] of lists.entries()) {
      if (list.to === null) throw new SyntaxError('a list has no end');
      skeleton += `${body.toString('utf8', from, list.from)}"${mark}${index}"`;
      from = list.to;
    }
    skeleton += body.toString('utf8', from);
    return fill(JSON.parse(skeleton), (value) => {
      if (typeof value !== 'string' || !value.startsWith(mark)) return null;
      const list = lists[Number(value.slice(mark.length))];
      return list === undefined ? null : (this.#lists.get(list)?.entries ?? null);
    });
  }

  #parseList(body: Buffer, list: LongList): void {
    const known = this.#lists.get(list) ?? { entries: [], parsed: 0 };
    this.#lists.set(list, known);
    for (; known.parsed < list.parts.length; known.parsed += 1) {
      const part = list.parts[known.parsed];
      if (part === undefined) break;
      const entries = parsePart(body, part);
      // In a list without a comma there may be one entry or none; beside a comma there must be one.
      const mayBeEmpty = list.to !== null && list.parts.length === 1 && part.entries === 1;
      if (entries.length !== part.entries && !mayBeEmpty) throw new SyntaxError('an entry is missing');
      for (const entry of entries) known.entries.push(this.#slim(entry));
    }
  }
}

function parsePart(body: Buffer, { from, to }: ListPart): readonly unknown[] {
  return JSON.parse(`[${body.toString('utf8', from, to)}]`);
}

/** Puts the entries where the marks are, which are in lists that are in no other list. */
function fill(value: unknown, entriesOf: (value: unknown) => unknown[] | null): unknown {
  if (Array.isArray(value)) return entriesOf(value[0]) ?? value;
  if (!isMapping(value)) return value;
  for (const [name, entry] of Object.entries(value)) {
    const filled = fill(entry, entriesOf);
    // Assigning to `__proto__` would change what the object is.
    if (filled !== entry) Object.defineProperty(value, name, { value: filled });
  }
  return value;
}
