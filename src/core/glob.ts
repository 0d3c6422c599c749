/** Which texts a glob matches. */

/** A longer text matches no glob, to limit the work: a site may choose the names of a hundred thousand findings. */
const maxLength = 1000;

/**
 * True when `glob` matches the whole of `text`. `*` matches any characters, `?` exactly one (in UTF-16 units). Letter
 * case counts.
 *
 * The comparison uses no regular expression, because `text` comes from the scanned site, and could make a regular
 * expression take exponential time.
 */
export function matchesGlob(glob: string, text: string): boolean {
  if (text.length > maxLength) return false;
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
  return /^\**$/.test(glob.slice(globAt));
}
