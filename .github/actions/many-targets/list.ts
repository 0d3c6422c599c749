/** The input `urls` of scan.yml. */
import { expectedTarget, parseTarget } from '../../../src/inputs/target-url.ts';

/** A matrix has at most 256 jobs. */
const maxTargets = 256;
/** Later steps get the list in one environment variable, which Linux limits to 128 KiB. */
const maxListBytes = 100_000;
const maxShownProblems = 10;

const forms =
  'Give one URL per line, or one JSON list of texts such as `["https://a.example.com", "https://b.example.com"]`.';

interface Entry {
  /** For messages. An entry itself is not shown, because it may hold a password. */
  readonly place: string;
  readonly value: unknown;
}

/**
 * Reads a JSON list, or one URL per line.
 *
 * @returns the targets in the order of the list, each once
 * @throws {Error} what is wrong with the list. Nothing of it is left out silently, since that would not be scanned
 */
export function parseList(text: string): string[] {
  const entries = entriesOf(text.trim());
  const problems = entries.flatMap(problemOf);
  if (problems.length > 0) {
    const more = problems.length - maxShownProblems;
    const shown = [...problems.slice(0, maxShownProblems), ...(more > 0 ? [`${more} more`] : [])];
    throw new Error(`\`urls\` is wrong: ${shown.join('; ')}. ${forms}`);
  }
  const texts = entries.map(({ value }) => textOf(value)).filter((value) => value !== '');
  const urls = [...new Set(texts)];
  if (urls.length === 0) throw new Error(`\`urls\` names no target. ${forms}`);
  if (urls.length > maxTargets) {
    throw new Error(
      `\`urls\` names ${urls.length} targets, and a matrix has at most ${maxTargets} jobs. Split the list, and call the workflow once for each part.`,
    );
  }
  const bytes = Buffer.byteLength(JSON.stringify(urls));
  if (bytes > maxListBytes) {
    throw new Error(
      `\`urls\` is ${bytes} bytes long, and ${maxListBytes} is the most that fits. Split the list, and call the workflow once for each part.`,
    );
  }
  return urls;
}

function entriesOf(text: string): Entry[] {
  if (text.startsWith('{')) throw new Error(`\`urls\` is a JSON object instead of a list. ${forms}`);
  if (!text.startsWith('[')) {
    return text.split(/\r\n|\n|\r/).map((value, index) => ({ place: `line ${index + 1}`, value }));
  }
  return parseJson(text).map((value, index) => ({ place: `entry ${index + 1}`, value }));
}

function parseJson(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {
    // The message of the parser quotes the text, which may hold a password.
  }
  throw new Error(
    `\`urls\` begins with \`[\`, but is not one JSON list and nothing else. Look for a comma after the last entry, a second list, lines after the list, and a list that was cut off. ${forms}`,
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function problemOf({ place, value }: Entry): string[] {
  if (typeof value !== 'string') return [`${place} is not a text`];
  const text = textOf(value);
  if (text === '') return [];
  const target = parseTarget(text);
  if (target === null) return [`${place} is not ${expectedTarget}`];
  const { url } = target;
  if (url.hostname.includes(',') || /,https?:\/\//i.test(text)) return [`${place} holds several URLs`];
  const hasUserInfo = url.username !== '' || url.password !== '';
  return hasUserInfo ? [`${place} holds a user name or password, which the name of its job would show`] : [];
}
