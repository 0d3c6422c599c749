import { SettingsError } from '../errors.ts';
import type { Parsed, Parser } from './parsers.ts';

/** Gives the text of an input as the runner passes it, trimmed; empty when not given. */
export type InputSource = (name: string) => string;

/**
 * Reads inputs one by one and remembers what was wrong, so that all mistakes can be told in one error. A wrong value
 * reads as its fallback until {@link InputReader.finish} throws.
 */
export interface InputReader {
  /** The parsed value, or `fallback` when the input is empty. */
  read<T>(name: string, parser: Parser<T>, fallback: T): T;
  /** The parsed value, or `null` when the input is empty. */
  optional<T>(name: string, parser: Parser<T>): T | null;
  /** Takes what an asynchronous parser said of input `name`. */
  take<T>(name: string, parsed: Parsed<T>, fallback: T): T;
  /** Notes a mistake that more than one input makes together. */
  reject(message: string): void;
  text(name: string): string;
  /** Throws a {@link SettingsError} that names every mistake; returns when there is none. */
  finish(): void;
}

const shownLength = 80;
const secretInputs = new Set(['api-key', 'github-token']);

export function inputReader(source: InputSource): InputReader {
  const mistakes: string[] = [];
  const take = <T>(name: string, parsed: Parsed<T>, fallback: T): T => {
    if (parsed.ok) return parsed.value;
    mistakes.push(
      `\`${name}\` is ${secretInputs.has(name) ? 'wrong' : quote(source(name))}, expected ${parsed.expected}`,
    );
    return fallback;
  };
  const read = <T>(name: string, parser: Parser<T>, fallback: T): T => {
    const text = source(name);
    return text === '' ? fallback : take(name, parser(text), fallback);
  };
  return {
    read,
    take,
    optional: <T>(name: string, parser: Parser<T>) => read<T | null>(name, parser, null),
    text: source,
    reject: (message) => mistakes.push(message),
    finish: () => {
      if (mistakes.length === 0) return;
      const title = mistakes.length === 1 ? 'An input is wrong' : `${mistakes.length} inputs are wrong`;
      throw new SettingsError(
        `${title}. Correct it under \`with:\` in the workflow:\n${mistakes.map((line) => `- ${line}`).join('\n')}`,
      );
    },
  };
}

/** What was given, short, on one line, without the parts of a URL that may hold a secret. */
function quote(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/\/\/[^/@]*@/g, '//***@')
    .replace(/\?.*/, '?***');
  return `\`${line.length > shownLength ? `${line.slice(0, shownLength)}…` : line}\``;
}
