/**
 * True when `pattern` matches the whole of `text`: `*` stands for any characters, `?` for one, letter case does not count.
 * Takes time in proportion to both lengths, since the text comes from the scanned site: a regular expression made of the
 * pattern could be held up by it.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const wanted = Array.from(pattern.toLowerCase());
  const given = Array.from(text.toLowerCase());
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
      // The last `*` takes one more character.
      next = star + 1;
      resumeAt += 1;
      at = resumeAt;
    } else {
      return false;
    }
  }
  return wanted.slice(next).every((sign) => sign === '*');
}
