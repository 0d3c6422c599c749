/** Builds blocks of Markdown, such as lists and folds, and decides which blocks fit into the space that is left. */

import { joinNonEmpty } from '../../core/say.ts';

/** One empty line between blocks of Markdown. */
const gap = '\n\n';

/**
 * The space that is left in a document of limited size. Blocks ask for it in the order of their importance and are
 * written in the order of the page. A block that does not fit is left out as a whole, so that markup is never cut in
 * two.
 */
export interface SpaceLeft {
  /** Takes the space for `block` and the gap before it, and returns `block`; `''` if there is not enough space. */
  readonly fit: (block: string) => string;
  /** Takes the space for `text`, without a gap, and returns true; false if there is not enough space. */
  readonly reserve: (text: string) => boolean;
}

/**
 * @param limit size of the whole document, in the unit of `measure`
 * @param measure size of a text; the size of two texts together must be the sum of their sizes
 */
export function spaceWithin(limit: number, measure: (text: string) => number): SpaceLeft {
  let left = limit;
  function reserve(text: string): boolean {
    const size = measure(text);
    if (size > left) return false;
    left -= size;
    return true;
  }
  return { reserve, fit: (block) => (block !== '' && reserve(gap + block) ? block : '') };
}

/** All blocks that are not empty, as one document. */
export function joinBlocks(blocks: readonly string[]): string {
  return joinNonEmpty(blocks, gap);
}

/** Renders the items, one for each line, up to the first that does not fit: later items are less important. */
export function fitItems<Item>(
  items: readonly Item[],
  render: (item: Item) => string,
  space: SpaceLeft,
): string[] {
  const fitting: string[] = [];
  for (const item of items) {
    const text = render(item);
    if (!space.reserve(`\n${text}`)) break;
    fitting.push(text);
  }
  return fitting;
}

/** A list of Markdown, one item on each line. */
export function bulletList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** A list of Markdown under a bold title; `''` if it has no items. */
export function titledList(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `**${title}**${gap}${bulletList(items)}`;
}

/**
 * Blocks of Markdown under a title that opens and closes them; `''` if all are empty.
 *
 * @param title Markdown on one line
 */
export function fold(title: string, blocks: readonly string[]): string {
  const body = joinBlocks(blocks);
  return body === '' ? '' : `<details><summary>${title}</summary>${gap}${body}${gap}</details>`;
}
