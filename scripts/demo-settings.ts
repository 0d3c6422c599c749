/** The options of the demo. */

import { parseArgs } from 'node:util';
import { parseTarget } from '../sandbox/scan/target.ts';
import { severities } from '../src/core/severity.ts';

const sites = ['weak', 'hardened'];
const levels = [...severities, 'never'];
const languages = ['en', 'pt'];

export const usage = `Usage: npm run demo -- [options]

Runs the action on this machine as GitHub would on a pull request, and writes what a user would see to demo-output/.

  --site weak|hardened   sample site to scan (default weak)
  --url URL              scan this site instead; it has to be on this machine
  --fail-on LEVEL        ${levels.join(', ')} (default high)
  --language en|pt       language of all texts (default en)
  --help                 print this text
`;

export interface Settings {
  readonly url: string | null;
  readonly site: string;
  readonly failOn: string;
  readonly language: string;
}

export class UsageError extends Error {
  override name = 'UsageError';
}

/** @returns `null` where help was asked for. @throws UsageError */
export function readSettings(args: readonly string[]): Settings | null {
  const text = { type: 'string' } as const;
  const options = {
    url: text,
    site: text,
    'fail-on': text,
    language: text,
    help: { type: 'boolean' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { url = null, site, language = 'en', help } = values;
    if (help === true) return null;
    if (url !== null && site !== undefined) throw new Error('--url and --site exclude each other.');
    // Refuses a foreign site here: the action requests the site before the sandbox does.
    if (url !== null) parseTarget(url);
    return {
      url,
      site: oneOf('--site', site ?? 'weak', sites),
      failOn: oneOf('--fail-on', values['fail-on'] ?? 'high', levels),
      language: oneOf('--language', language, languages),
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function oneOf(option: string, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value;
  throw new Error(`${option} is "${value}", expected one of ${allowed.join(', ')}.`);
}
