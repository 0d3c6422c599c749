const plainWords = /^[!-~]+(?: [!-~]+)*$/;

/**
 * True for printable ASCII with single spaces between words. Nearly every text of the service is like that and needs
 * no further cleaning.
 */
export function isPlainWords(text: string): boolean {
  return plainWords.test(text);
}
