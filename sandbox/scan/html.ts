import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** The addresses of the links of a page, as they stand there, in document order. */
export function linkAddresses(html: string): string[] {
  const addresses: string[] = [];
  // A loop instead of recursion: a page may be nested deeper than the stack.
  const open: DefaultTreeAdapterTypes.ChildNode[] = parse(html).childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('tagName' in node)) continue;
    const address = node.attrs.find(({ name }) => name === 'href')?.value;
    if (node.tagName === 'a' && address !== undefined) addresses.push(address);
    open.push(...node.childNodes.toReversed());
  }
  return addresses;
}
