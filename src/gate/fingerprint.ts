import { hash } from 'node:crypto';
import { isPlainWords } from '../core/plain-words.ts';
import type { Finding } from './findings.ts';

/** Version of {@link fingerprint}. A change needs a new version, so that ignore rules for the old one are refused. */
export const fingerprintVersion = 'v1';

const urlOrigin = /\bhttps?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#"'<>)\]])+/gi;
const address = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g;
const digitDotDigit = /\d\.\d/;
const isAscii = /^[\0-\x7f]*$/;
const maxRemembered = 1000;
const port = '(?::\\d{1,5})?';
/** The host may follow a dot, but must not be part of another word, as `shop` is in `workshop`. */
const notBefore = '(?<![\\p{L}\\p{N}-])';
const notAfter = '(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])';

/**
 * Identifies a finding across scans, such as `v1:6b1f…`. The same weakness of the same site has the same fingerprint on
 * another host and port, in another order and in another language.
 *
 * It is a hash of the group, the name, the CWE numbers and the CVE identifiers. The name is taken without origins of
 * URLs, IPv4 addresses and the target's own host and port, and without differences in letter case and white space.
 * Severity, score, texts, links and raw data are left out, because they can change while the weakness stays.
 *
 * @param host host of the target, with its port if it has one; `null` if unknown
 */
export function fingerprint(finding: Finding, host: string | null): string {
  return fingerprinter(host)(finding);
}

/** {@link fingerprint} for many findings of one host. */
export function fingerprinter(host: string | null): (finding: Finding) => string {
  const foldedName = remembered(nameFolder(host));
  const foldedGroup = remembered(fold);
  return ({ group, name, cwe, cve }) => {
    const parts = [
      foldedGroup(group),
      foldedName(name),
      cwe.length < 2 ? cwe : [...new Set(cwe)].sort((a, b) => a - b),
      cve.length < 2 ? cve : [...new Set(cve)].sort(),
    ];
    return `${fingerprintVersion}:${hash('sha256', JSON.stringify(parts)).slice(0, 20)}`;
  };
}

/** Returns a function that removes hosts and addresses from a name and folds it. */
function nameFolder(host: string | null): (name: string) => string {
  const bare = (host ?? '').replace(/:\d+$/, '');
  const lowerHost = bare.toLowerCase();
  const pattern = new RegExp(`${notBefore}${RegExp.escape(bare)}${port}${notAfter}`, 'giu');
  // Beyond ASCII, only the pattern compares letters correctly without case.
  const isEasyHost = isAscii.test(bare);
  return (name) => {
    // Fast path for nearly every name: nothing to remove, and no white space to fold.
    if (isEasyHost && isPlainWords(name) && !name.includes('://') && !digitDotDigit.test(name)) {
      const lower = name.toLowerCase();
      if (bare === '' || !lower.includes(lowerHost)) return lower;
    }
    const withoutAddresses = name.replace(urlOrigin, '').replace(address, '');
    return fold(bare === '' ? withoutAddresses : withoutAddresses.replace(pattern, ''));
  };
}

/** Caches results: many findings share a few groups and names. */
function remembered(read: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = read(text);
    if (known.size < maxRemembered) known.set(text, made);
    return made;
  };
}

/** Removes differences in Unicode form, letter case and white space. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
