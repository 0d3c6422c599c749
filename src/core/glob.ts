/** A text whose letter case does not count. It is split once, however many globs it is compared with. */
export type Characters = readonly string[];

export function charactersOf(text: string): Characters {
  return Array.from(text.toLowerCase());
}

/**
 * True when the glob `wanted` matches the whole of `given`. `*` matches any characters, `?` exactly one.
 *
 * Not a regular expression: the text comes from the scanned site, and could make one take exponential time.
 */
export function matchesGlob(wanted: Characters, given: Characters): boolean {
  let [at, star, resumeAt] = [0, -1, 0];
  let next = 0;
  while (at < given.length) {
    if (next < wanted.length && wanted[next] === '*') {
      star = next;
      next += 1;
      resumeAt = at;
    } else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === given[at])) {
      next += 1;
      at += 1;
    } else if (star >= 0) {
      // Let the last `*` take one more character.
      next = star + 1;
      resumeAt += 1;
      at = resumeAt;
    } else {
      return false;
    }
  }
  return wanted.slice(next).every((character) => character === '*');
}
