import { hash } from 'node:crypto';
import { isPlainWords } from '../core/plain-words.ts';
import type { Finding } from './findings.ts';

/** The recipe of {@link fingerprint}. Another recipe has another version, so that rules for the old one fail openly. */
export const fingerprintVersion = 'v1';

/** What a rule may hold. */
export const fingerprintPattern = /^v1:[0-9a-f]{20}$/;

const urlOrigin = /\bhttps?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#"'<>)\]])+/gi;
const address = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g;
const digitDotDigit = /\d\.\d/;
const isAscii = /^[\0-\x7f]*$/;
const maxRemembered = 1000;
const port = '(?::\\d{1,5})?';
/** The host stands alone or after a dot, not within another word: `shop` is no part of `workshop`. */
const notBefore = '(?<![\\p{L}\\p{N}-])';
const notAfter = '(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])';

/**
 * Names a finding across scans, such as `v1:6b1f…`: the same weakness of the same site has the same one on another host
 * name and port, in another order and in another language.
 *
 * It is made of the group, the name, the CWE numbers and the CVE identifiers. Origins of URLs, IPv4 addresses, and the
 * target's own host with its port are taken out of the name, letter case and white space are folded. Severity, score,
 * texts, links and raw data are left out, since they change without the weakness changing.
 *
 * @param host host of the target, with its port if it has one; `null` when unknown
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

/** Names without hosts and addresses, folded. */
function nameFolder(host: string | null): (name: string) => string {
  const bare = (host ?? '').replace(/:\d+$/, '');
  const lowerHost = bare.toLowerCase();
  const pattern = new RegExp(`${notBefore}${RegExp.escape(bare)}${port}${notAfter}`, 'giu');
  // Beyond ASCII a letter may equal another one apart from case in ways that only the pattern knows.
  const isEasyHost = isAscii.test(bare);
  return (name) => {
    // Nearly every name is like that: there is nothing to take out of it, and no white space to fold.
    if (isEasyHost && isPlainWords(name) && !name.includes('://') && !digitDotDigit.test(name)) {
      const lower = name.toLowerCase();
      if (bare === '' || !lower.includes(lowerHost)) return lower;
    }
    const withoutAddresses = name.replace(urlOrigin, '').replace(address, '');
    return fold(bare === '' ? withoutAddresses : withoutAddresses.replace(pattern, ''));
  };
}

/** The same few groups, and often the same few names, stand in many findings. */
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

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
