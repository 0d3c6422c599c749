/** Which texts a glob matches. */

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
  let globAt = 0;
  let textAt = 0;
  let lastStarAt = -1;
  // The first character after those that the last `*` takes.
  let resumeTextAt = 0;
  while (textAt < text.length) {
    if (globAt < glob.length && glob[globAt] === '*') {
      lastStarAt = globAt;
      globAt += 1;
      resumeTextAt = textAt;
    } else if (globAt < glob.length && (glob[globAt] === '?' || glob[globAt] === text[textAt])) {
      globAt += 1;
      textAt += 1;
    } else if (lastStarAt >= 0) {
      // Let the last `*` take one more character.
      globAt = lastStarAt + 1;
      resumeTextAt += 1;
      textAt = resumeTextAt;
    } else {
      return false;
    }
  }
  return glob.slice(globAt).every((character) => character === '*');
}
