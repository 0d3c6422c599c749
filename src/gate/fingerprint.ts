/** What makes two findings the same over time. */

import { hash } from 'node:crypto';
import { fingerprintVersion } from '../core/fingerprint-version.ts';
import { shortDigest } from '../core/text.ts';
import type { Finding } from './findings.ts';

const unnamedPrefix = 'unnamed';

const ipv4Address = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
/** A longer name is hashed without normalizing it: nobody reads such a name. */
const maxNormalizedLength = 10_000;
/** The host `shop` is in `a.shop`, after a dot, but not in `workshop`, where it is part of another word. */
const noWordBefore = '(?<![\\p{L}\\p{N}-])';
const noWordAfter = '(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])';

/**
 * Identifies a finding across scans, such as `v1:6b1f…`. The same weakness of the same site has the same fingerprint on
 * another host and port, in another order and in another language.
 *
 * It is a hash of the group, the name, the CWE numbers and the CVE identifiers. The name is taken without the target's
 * own host and port, without IPv4 addresses, and without differences in letter case and white space. Other hosts and
 * ports stay: they tell weaknesses apart. Severity, score, texts, links and raw data are left out, because they can
 * change while the weakness stays.
 *
 * If you change how fingerprints are made, change {@link fingerprintVersion} too. Its comment says what depends on it.
 *
 * A finding without a readable name could be anything. Its fingerprint starts with `unnamed:` and is never recognized
 * in another scan ({@link isRecognizable}).
 *
 * @param siteHost host of the target, with its port if it has one; `null` if unknown
 * @returns a function that makes the fingerprint of a finding of this host
 */
export function fingerprinter(siteHost: string | null): (finding: Finding) => string {
  const normalizeName = nameNormalizer(siteHost);
  return ({ group, name, cwe, cve, otherIdentifiers }) => {
    const normalizedName = normalizeName(name);
    const identity = [
      normalize(group),
      normalizedName,
      [...new Set(cwe)].sort((a, b) => a - b),
      sortedUnique(cve),
      ...(otherIdentifiers.length === 0 ? [] : [sortedUnique(otherIdentifiers)]),
    ];
    const prefix = /[\p{L}\p{N}]/u.test(normalizedName) ? fingerprintVersion : unnamedPrefix;
    return `${prefix}:${shortDigest(JSON.stringify(identity), 20)}`;
  };
}

/** True if a finding with this fingerprint can be recognized in another scan. */
export function isRecognizable(fingerprint: string): boolean {
  return !fingerprint.startsWith(`${unnamedPrefix}:`);
}

function sortedUnique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

/** Returns a function that removes the target and addresses from a name and normalizes it. */
function nameNormalizer(siteHost: string | null): (name: string) => string {
  const hostname = (siteHost ?? '').replace(/:\d+$/, '');
  const port = (siteHost ?? '').slice(hostname.length);
  const ownPort = port === '' ? '' : `(?:${port}(?!\\d))?`;
  const ownHost = new RegExp(
    `${noWordBefore}(?:https?://)?${RegExp.escape(hostname)}${ownPort}${noWordAfter}`,
    'giu',
  );
  return (name) => {
    if (name.length > maxNormalizedLength) return normalize(name);
    return normalize((hostname === '' ? name : name.replace(ownHost, '')).replace(ipv4Address, ''));
  };
}

/** Removes differences in Unicode form, letter case and white space. */
function normalize(text: string): string {
  if (text.length > maxNormalizedLength) return `${text.length} ${hash('sha256', text)}`;
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
