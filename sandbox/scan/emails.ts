const EMAIL =
  /\b[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,24}\b/gi;
/** `icon@2x.png` has the form of an address. */
const FILE_NAME = /\.(?:png|jpe?g|gif|svg|webp|css|js)$/i;

/** E-mail addresses in a text, lower case, each once, in order of appearance. */
export function findEmails(text: string): string[] {
  const found = [...text.matchAll(EMAIL)].map(([address]) => address.toLowerCase());
  return [...new Set(found.filter((address) => !FILE_NAME.test(address)))];
}
