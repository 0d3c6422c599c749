const plainWords = /^[!-~]+(?: [!-~]+)*$/;

/**
 * True for printable ASCII with single spaces in between. Nearly every text of the service is like that, and there is
 * nothing to fold or to leave out of it.
 */
export function isPlainWords(text: string): boolean {
  return plainWords.test(text);
}
