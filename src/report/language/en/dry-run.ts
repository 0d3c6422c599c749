/** The words of a dry run in English: its checks, what was found, and what to correct. */

import { describeGitHubFault, type GitHubFault } from '../../../core/github-fault.ts';
import type { Advice } from '../advice.ts';
import { enNumbers } from '../numbers.ts';

const { plural } = enNumbers;

export const enDryRun = {
  title: 'Dry run',
  check: 'Check',
  result: 'Result',
  inputs: 'Inputs',
  policy: 'Policy file',
  organization: 'Policy of the organization',
  apiKey: 'API key',
  target: 'Target',
  comment: 'Comment',
  issue: 'Tracking issue',
  status: 'Commit status',
  passed: 'fine',
  failed: 'wrong',
  unchecked: 'not checked',
  allPassed: 'Dry run: nothing is wrong. Nothing was scanned.',
  /** `names`: of the checks, such as `API key, Target`. */
  someFailed: (count: number, names: string) =>
    `Dry run: ${plural(count, 'check', 'checks')} failed (${names}). Nothing was scanned.`,
  inputsRead: 'All inputs are understood.',
  correctInputs: 'Correct it under `with:` in the workflow.',
  correctFile: 'Correct the policy file. It counts once it is merged.',
  policyOff: '`config` is `none`: inputs and defaults apply.',
  noPolicy: 'There is no policy file: inputs and defaults apply.',
  policyRead: (path: string, blob: string) =>
    `\`${path}\` was read from the default branch (blob \`${blob}\`).`,
  organizationRead: (name: string, commit: string) => `\`${name}\` was read at \`${commit}\`.`,
  noOrganization: '`org-policy` is not given.',
  correctOrganization: 'Correct `org-policy`, its token or the file. Until then no run with it scans.',
  listRead: 'The scanning service takes the key: its list of scans could be read.',
  targetReady: (target: string) => `\`${target}\` is ready.`,
  targetNotAsked: (target: string) => `\`${target}\` was not asked, because \`wait-for-url\` is \`0\`.`,
  targetOfScan: 'The target of an existing scan (`scan-id`) is not asked.',
  correctOthersFirst: 'Correct first what else is wrong.',
  notWanted: 'This run writes none.',
  readable: (permission: string): Advice => ({
    what: 'The token may read. Whether it may write shows only when it writes.',
    remedy: `The job needs \`permissions: ${permission}\`.`,
  }),
  refused: (fault: GitHubFault, permission: string): Advice => {
    const { what, remedy } = describeGitHubFault(fault, permission);
    return { what: `GitHub did not answer what was asked: ${what}.`, remedy };
  },
};
