import { isSeverity } from '../severity.ts';
import { wireFields } from './schema.ts';

type Redact = (text: string) => string;

/** Identifiers and addresses are compared and sent back, so they stay as they are; nobody reads them from here. */
const compared = new Set(['identificator', 'enqueued_scan_id', 'id', 'url']);
/** Percentages and ISO 8601 timestamps. */
const plainNumber = /^[\d.:TZ+-]{1,40}$/;
/** The interface nests about six levels; without a bound a hostile body could exhaust the stack. */
const maxDepth = 100;
/** Escapes in which a secret may hide from a search of the JSON text. */
const hidingEscape = /\\[u/]/;

/**
 * Parses a JSON body and takes secrets out of its texts, before any is escaped and thereby harder to find. What decides
 * the verdict and the names of the interface's own fields stay, since a secret may well be a word such as `true` or `high`.
 *
 * @throws SyntaxError for a text that is not JSON
 */
export function parseWithoutSecrets(text: string, redact: Redact): unknown {
  const value: unknown = JSON.parse(text);
  return redact(text) === text && !hidingEscape.test(text) ? value : clean(value, redact, 0);
}

function clean(value: unknown, redact: Redact, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return null;
  if (Array.isArray(value)) return value.map((entry) => clean(entry, redact, depth + 1));
  const entries = Object.entries(value).map(([name, entry]) => [
    wireFields.has(name) ? name : redact(name),
    isKept(name, entry) ? entry : clean(entry, redact, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

function isKept(name: string, value: unknown): boolean {
  if (name === 'severity') return isSeverity(value);
  if (name === 'percentage' || name === 'endDate')
    return typeof value === 'string' && plainNumber.test(value);
  return compared.has(name) && typeof value === 'string';
}
