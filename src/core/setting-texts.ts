/**
 * What is said of wrong settings, in English; `src/report/texts/pt/settings.ts` has it in Portuguese. Plain text; parts between
 * backticks are names and values to type.
 */
import { enGitHubFault, type GitHubFault } from './github-fault.ts';

/** Values between backticks: `a`, `b` or `c`. `or`: the last word but one. */
export function listValues(values: readonly string[], or: string): string {
  const quoted = values.map((value) => `\`${value}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${or} ${last}`;
}

/** One mistake in each line. */
export function listMistakes(mistakes: readonly string[]): string {
  return mistakes.map((mistake) => `- ${mistake}`).join('\n');
}

/** What was expected in place of a value, as the end of a sentence. The policy schema names them by their keys. */
const expected = {
  boolean: '`true` or `false`',
  text: 'text',
  someText: 'text that is not empty',
  number: 'a number',
  integer: 'a whole number',
  list: 'a list',
  mapping: 'a mapping',
  bySeverity: 'a mapping of severities',
  webUrl: 'an `http` or `https` URL without user name and password',
  target: 'an `http` or `https` URL, or a domain such as `preview.example.com`',
  service: 'the `https` address of the service, without user name and password',
  bareAddress: 'an address without query and fragment',
  encrypted:
    'an `https` address: plain `http` would send the API key readable, and is taken for a loopback host only',
  baseline: 'a URL, a scan id, or `previous`',
  scanId: 'a scan id as the service gives it: letters, digits and `-`',
  environment: 'a glob of at most 200 characters',
  duration: 'a duration such as `90s`, `10m` or `1h30m` (a bare number is seconds), at most `168h`',
  someTime: 'a duration above zero, such as `90s` or `10m`',
  interval: '`auto` or a duration above zero, such as `20s`',
  budgets: 'a mapping of severities to counts, such as `{ high: 0, medium: 5 }`',
  score: 'a CVSS score from 0.0 to 10.0',
  statuses: 'whole numbers from 300 to 499 without 429, one per line or comma-separated',
  otherStatus: 'another status than 429',
  reports: '`ACTION_REPORT` or `COMMERCIAL_RISK_REPORT`, both, or `none`',
  reportList: '`none`, `ACTION_REPORT`, `COMMERCIAL_RISK_REPORT`, or a list of the last two',
  color: 'a hex colour such as `#797cf2`',
  artifactName: 'at most 200 characters without `" : < > | * ? \\ /`',
  statusName: 'at most 100 characters on one line',
  path: 'a path in the repository, or `none`',
  fileOfOrganization: '`OWNER/REPO/PATH@REF`, such as `acme/policies/scan-gate.yml@main`',
  noAliases: 'YAML or JSON without aliases',
  host: 'a host such as `login.example.com`, with or without a port',
  cwe: 'a CWE number such as `79`, or a list of them',
  cve: 'an identifier such as `CVE-2021-23017`, or a list of them',
  fingerprint: '`v1:` and 20 hex digits, as the reports show it',
  matcher: 'at least one of `fingerprint`, `name`, `group`, `type`, `cwe` or `cve`',
  paths: 'a glob over paths, such as `/docs/*`',
  date: 'a date such as `2026-12-31`',
};

export const enSettings = {
  expected,
  oneOf: (values: readonly string[]) => listValues(values, 'or'),
  from: (min: number, max: number) => `a whole number from ${min} to ${max}`,
  atLeast: (min: string, isList: boolean) => `at least ${min}${isList ? ' entries' : ''}`,
  atMost: (max: string, isList: boolean) => `at most ${max}${isList ? ' entries' : ''}`,
  missing: (what: string) => `${what}, it is missing`,
  /** `message`: of the YAML parser. */
  yaml: (message: string) => `valid YAML or JSON (${message})`,
  /** `mistakes`: empty where it is no mapping at all. */
  preferences: (mistakes: string) =>
    `a mapping of the service's preferences${mistakes === '' ? '' : ` (${mistakes})`}`,
  wrongPreference: (path: string, what: string) => `${path}: expected ${what}`,

  /** `given`: the value between backticks. */
  wrongInput: (name: string, given: string, what: string) => `\`${name}\` is ${given}, expected ${what}`,
  wrongKey: () =>
    '`api-key` contains a space, line break or non-ASCII character. Store only the key, without `Bearer` or quotes.',
  noBaseUrl: () =>
    '`base-url` is empty: give the `https` address of the scanning service. If it comes from `vars.*`: pull requests from forks receive no variables.',
  wrongInputs: (mistakes: readonly string[]) => {
    const one = mistakes.length === 1;
    const title = one ? 'An input is wrong' : `${mistakes.length} inputs are wrong`;
    return `${title}. Correct ${one ? 'it' : 'them'} under \`with:\` in the workflow:\n${listMistakes(mistakes)}`;
  },

  atLine: (line: number, what: string) => `line ${line}: ${what}`,
  /** `message`: of the YAML parser. */
  brokenYaml: (message: string) => `not valid YAML: ${message}`,
  alias: (name: string) => `the alias \`*${name}\` is not taken, write the value out`,
  unknownKey: (path: string, allowed: string) => `\`${path}\` is not known here, allowed are ${allowed}`,
  /** `path`: empty for the whole file. */
  wrongValue: (path: string, what: string) =>
    `${path === '' ? 'the file' : `\`${path}\``} is wrong, expected ${what}`,
  wrongFile: (path: string, mistakes: readonly string[]) =>
    `The policy file \`${path}\` is wrong. Correct it on the branch that it is read from:\n${listMistakes(mistakes)}`,
  noFile: (path: string, commit: string) =>
    `\`config\`: there is no ${path} at ${commit}. Correct the path, or commit the file there; a pull request's own copy is never used.`,
  noTextFile: (setting: string, path: string) =>
    `\`${setting}\`: ${path} is not a text file of at most 1 MB. Give the path of the policy file.`,
  noFileOfOrganization: (name: string) =>
    `\`org-policy\`: ${name}: there is no such file. Correct the path, or commit the file there.`,
  /** `repository`: where GitHub refused, the one that the token must be able to read. */
  unreadOrganization: (name: string, fault: GitHubFault, repository: string | null) => {
    const { what, remedy } = enGitHubFault(fault, 'contents: read');
    const advice =
      repository === null
        ? remedy
        : `Check the reference, and give an \`org-policy-token\` that may read the contents of ${repository}.`;
    return `\`org-policy\`: ${name} could not be read (${what}), so nothing is scanned. ${advice}`;
  },

  scansOfOneScan: (count: number, isPrevious: boolean) =>
    `\`baseline-scans\` is ${count}, and \`baseline\` is ${isPrevious ? '`previous`' : 'a scan id'}, which is one scan. Set \`baseline\` to a URL, or leave \`baseline-scans\` out.`,
  /** `isKnown`: false where the run only may have a pull request. */
  ownBaseline: (mistake: 'previous' | 'unknown' | 'same', isKnown: boolean) => {
    const is = {
      previous: 'is `previous`',
      unknown: 'may be the target itself, which is not known without `url`',
      same: 'is the target itself',
    };
    return `\`baseline\` ${is[mistake]}, on a run ${isKnown ? 'with' : 'that may have'} a pull request: the second push would pass everything the first one brought in. Set it to the URL of the site that the pull request is merged into, such as production, or to a scan id.`;
  },
  scanAsBaseline: (scanId: string) =>
    `\`baseline\` is scan ${scanId} itself, so nothing could ever be new. Give an earlier scan, or another target.`,
  otherTarget: (scanId: string, target: string) =>
    `Scan ${scanId} is of another target than \`url\` (${target}). Correct \`scan-id\`, or leave one of the two out.`,
  noUrl: (eventName: string) =>
    `\`url\` is empty, and a \`${eventName}\` run has no deployment to take it from. Give the URL to scan.`,
  noUrlInEvent: (action: string, types: string) =>
    `\`url\` is empty, and the repository_dispatch event \`${action}\` has no address. Give the URL to scan, or let the workflow run on \`types: [${types}]\` only.`,

  longStatus: (max: number) =>
    `\`commit-status\` with its values in parentheses is longer than the ${max} characters that GitHub takes. Shorten it or the values.`,
  sharedStatus: (status: string) =>
    `\`commit-status\`: another step of this job sets the status \`${status}\` already. Give each step its own.`,
  wrongProxy: (variables: string) =>
    `The environment names a proxy that is no address: ${variables}. Write it as \`http://proxy.example.com:3128\`, or unset it.`,
};

export type SettingTexts = typeof enSettings;
/** What was expected, in the language of the texts. */
export type SettingText = (texts: SettingTexts) => string;
export type Expectation = keyof typeof expected;
