const maxSlugLength = 60;

/** What names a place instead of a weakness: addresses of every kind, host names, and dotted numbers. */
const places =
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+|\[[0-9a-f:.]+\](?::\d+)?|(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?::\d+)?|\blocalhost\b(?::\d+)?/gu;

/**
 * The id of the rule of a type of finding, such as `sql-injection-in-the-parameter-q.0123456789abcdef0123`: readable
 * words of the name, then the digits of the fingerprint, which make it unique. Both are the same on every host, so that
 * alerts are recognized on the next preview of the same site.
 *
 * @param fingerprint as of the gate, with its version: `v1:…`
 * @param host of the target with its port, or `null`; taken out of the name
 */
export function findingRuleId(name: string, fingerprint: string, host: string | null): string {
  const digits = fingerprint.replace(/^.*:/u, '');
  return `${slug(name, host) || 'finding'}.${digits}`;
}

function slug(name: string, host: string | null): string {
  // Words further back are not reached, save in names that begin with pages of addresses.
  const folded = name.slice(0, 500).normalize('NFKC').toLowerCase().replace(places, ' ');
  const general = withoutHost(folded, host);
  const words = general.match(/[a-z0-9]+/gu) ?? [];
  let text = '';
  for (const word of words) {
    const longer = text === '' ? word.slice(0, maxSlugLength) : `${text}-${word}`;
    if (longer.length > maxSlugLength) break;
    text = longer;
  }
  return text;
}

/** A host of one label, such as `preview`, is no place by its form. */
function withoutHost(text: string, host: string | null): string {
  const bare = (host ?? '').toLowerCase().replace(/:\d+$/u, '');
  if (!/^[a-z0-9-]+$/u.test(bare)) return text;
  return text.replace(new RegExp(`(?<![a-z0-9-])${bare}(?![a-z0-9-])(?::\\d{1,5}\\b)?`, 'gu'), ' ');
}
