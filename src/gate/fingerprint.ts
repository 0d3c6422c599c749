import { hash } from 'node:crypto';
import { isPlainWords } from '../core/plain-words.ts';
import type { Finding } from './findings.ts';

/** Version of {@link fingerprint}. A change needs a new version, so that ignore rules for the old one are refused. */
export const fingerprintVersion = 'v1';

const unnamed = 'unnamed';

const address = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
const digitDotDigit = /\d\.\d/;
const isAscii = /^[\0-\x7f]*$/;
const maxRemembered = 1000;
/** A longer text counts as it came: patterns and foldings are for texts that people read. */
const maxFoldedLength = 10_000;
/** The host may follow a dot, but must not be part of another word, as `shop` is in `workshop`. */
const notBefore = '(?<![\\p{L}\\p{N}-])';
const notAfter = '(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])';

/**
 * Identifies a finding across scans, such as `v1:6b1f…`. The same weakness of the same site has the same fingerprint on
 * another host and port, in another order and in another language.
 *
 * It is a hash of the group, the name, the CWE numbers and the CVE identifiers. The name is taken without the target's own
 * host and port, without IPv4 addresses, and without differences in letter case and white space. Other hosts and ports
 * stay: they tell weaknesses apart. Severity, score, texts, links and raw data are left out, because they can change
 * while the weakness stays.
 *
 * A finding without a readable name could be anything. Its fingerprint starts with `unnamed:`, and see {@link isNamed}.
 *
 * @param host host of the target, with its port if it has one; `null` if unknown
 */
export function fingerprint(finding: Finding, host: string | null): string {
  return fingerprinter(host)(finding);
}

/** True if a finding with this fingerprint can be recognized in another scan. */
export function isNamed(print: string): boolean {
  return !print.startsWith(`${unnamed}:`);
}

/** {@link fingerprint} for many findings of one host. A scanner lists the same weakness many times, so results are cached. */
export function fingerprinter(host: string | null): (finding: Finding) => string {
  const foldName = nameFolder(host);
  const known = new Map<string, { readonly finding: Finding; readonly print: string }>();
  return (finding) => {
    const before = known.get(finding.name);
    if (before !== undefined && isSame(before.finding, finding)) return before.print;
    const print = makePrint(finding, foldName);
    if (before !== undefined || known.size < maxRemembered) known.set(finding.name, { finding, print });
    return print;
  };
}

/** True if the two have the same fingerprint for sure. Their names are equal. */
function isSame(a: Finding, b: Finding): boolean {
  return (
    a.group === b.group &&
    isSameList(a.cwe, b.cwe) &&
    isSameList(a.cve, b.cve) &&
    isSameList(a.otherIdentifiers, b.otherIdentifiers)
  );
}

function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((entry, index) => entry === b[index]));
}

function makePrint(
  { group, name, cwe, cve, otherIdentifiers }: Finding,
  foldName: (name: string) => string,
): string {
  const shownName = foldName(name);
  const parts = [
    fold(group),
    shownName,
    [...new Set(cwe)].sort((a, b) => a - b),
    sorted(cve),
    ...(otherIdentifiers.length === 0 ? [] : [sorted(otherIdentifiers)]),
  ];
  const kind = /[\p{L}\p{N}]/u.test(shownName) ? fingerprintVersion : unnamed;
  return `${kind}:${hash('sha256', JSON.stringify(parts)).slice(0, 20)}`;
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

/** Returns a function that removes the target and addresses from a name and folds it. */
function nameFolder(host: string | null): (name: string) => string {
  const bare = (host ?? '').replace(/:\d+$/, '');
  const port = (host ?? '').slice(bare.length);
  const ownPort = port === '' ? '' : `(?:${port}(?!\\d))?`;
  const lowerHost = bare.toLowerCase();
  const own = new RegExp(`${notBefore}(?:https?://)?${RegExp.escape(bare)}${ownPort}${notAfter}`, 'giu');
  // Beyond ASCII, only the pattern compares letters correctly without case.
  const isEasyHost = isAscii.test(bare);
  return (name) => {
    if (name.length > maxFoldedLength) return fold(name);
    // Fast path for nearly every name: nothing to remove, and no white space to fold.
    if (isEasyHost && isPlainWords(name) && !digitDotDigit.test(name)) {
      const lower = name.toLowerCase();
      if (bare === '' || !lower.includes(lowerHost)) return lower;
    }
    return fold((bare === '' ? name : name.replace(own, '')).replace(address, ''));
  };
}

/** Removes differences in Unicode form, letter case and white space. */
function fold(text: string): string {
  if (text.length > maxFoldedLength) return `${text.length} ${hash('sha256', text)}`;
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
