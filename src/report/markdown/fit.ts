/** Blocks of Markdown stand apart by one empty line. */
const gap = '\n\n';

/**
 * Room in a document with an upper limit. Blocks ask for room in the order of their importance, and are written in the
 * order of the page; what gets no room is left out as a whole, so that markup is never cut in two.
 */
export interface Room {
  /** `block` if there is room for it and the gap before it, else `''`. */
  readonly take: (block: string) => string;
  /** True and the room is used up, if `text`, which needs no gap, fits. */
  readonly add: (text: string) => boolean;
}

/**
 * @param limit size of the whole document, in the unit of `measure`.
 * @param measure size of a text; the size of two texts together must be the sum of their sizes.
 */
export function createRoom(limit: number, measure: (text: string) => number): Room {
  let left = limit;
  function add(text: string): boolean {
    const size = measure(text);
    if (size > left) return false;
    left -= size;
    return true;
  }
  return { add, take: (block) => (block !== '' && add(gap + block) ? block : '') };
}

/** One document of all blocks that are not empty. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join(gap);
}

/**
 * The longest beginning of `items`, rendered, for which there is room. It ends at the first item that does not fit, so
 * that nothing less important gets the place of something more important, and renders nothing beyond it.
 */
export function fitItems<Item>(
  items: readonly Item[],
  render: (item: Item, index: number) => string,
  room: Room,
): string[] {
  const fitting: string[] = [];
  for (const [index, item] of items.entries()) {
    const text = render(item, index);
    if (!room.add(text)) break;
    fitting.push(text);
  }
  return fitting;
}
