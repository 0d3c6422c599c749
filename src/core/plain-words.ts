/** A search, not a match of the whole: the engine then needs no stack, which a text of megabytes would overflow. */
const unusual = /[^ -~]|^ | $| {2}/;

/**
 * True for printable ASCII with single spaces between words. Nearly every text of the service is like that and needs
 * no further cleaning.
 */
export function isPlainWords(text: string): boolean {
  return text !== '' && !unusual.test(text);
}
