/** The characters of a text, in lower case. A text is split once, however many globs it is compared with. */
export type Characters = readonly string[];

export function charactersOf(text: string): Characters {
  return Array.from(text.toLowerCase());
}

/**
 * True when `glob` matches the whole of `text`. `*` matches any characters, `?` exactly one.
 *
 * The comparison uses no regular expression, because `text` comes from the scanned site, and could make a regular
 * expression take exponential time.
 */
export function matchesGlob(glob: Characters, text: Characters): boolean {
  let [textAt, lastStar, resumeTextAt] = [0, -1, 0];
  let globAt = 0;
  while (textAt < text.length) {
    if (globAt < glob.length && glob[globAt] === '*') {
      lastStar = globAt;
      globAt += 1;
      resumeTextAt = textAt;
    } else if (globAt < glob.length && (glob[globAt] === '?' || glob[globAt] === text[textAt])) {
      globAt += 1;
      textAt += 1;
    } else if (lastStar >= 0) {
      // Let the last `*` take one more character.
      globAt = lastStar + 1;
      resumeTextAt += 1;
      textAt = resumeTextAt;
    } else {
      return false;
    }
  }
  return glob.slice(globAt).every((character) => character === '*');
}
