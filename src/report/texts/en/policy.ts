import { groupedNumber } from '../grouped-number.ts';
import type { PolicyTexts } from '../texts.ts';

function plural(count: number, one: string, many: string): string {
  return `${groupedNumber(count, ',')} ${count === 1 ? one : many}`;
}

function number(value: number): string {
  return groupedNumber(value, ',');
}

function daysLeft(days: number | null): string {
  if (days === null) return 'has no known end date';
  if (days < 0) return `expired ${plural(-days, 'day', 'days')} ago`;
  return days === 0 ? 'expires within a day' : `expires in ${plural(days, 'day', 'days')}`;
}

const rule: PolicyTexts['rule'] = {
  'fail-on': ({ threshold }) => `\`fail-on: ${threshold}\``,
  'fail-on-cvss': ({ score }, assumedScore) =>
    `\`fail-on-cvss: ${score.toFixed(1)}\`${assumedScore === null ? '' : ` (without a score it counts as ${assumedScore.toFixed(1)})`}`,
  'max-findings': ({ severity, allowed, count }) =>
    `\`max-findings\` (\`${severity}\`: ${number(count)}, allowed ${number(allowed)})`,
};

const violation: PolicyTexts['violation'] = {
  port: ({ port, service }, allowedPorts) => {
    const allowed = allowedPorts === '' ? 'none is allowed' : `allowed: ${allowedPorts}`;
    const name = service === '' ? '' : ` (“${service}”)`;
    return port === null
      ? {
          what: `A port whose number is unknown${name} is open; ${allowed}.`,
          remedy: 'Find out which port it is and close it. What has no number cannot be allowed.',
        }
      : {
          what: `Port \`${port}\`${name} is open; ${allowed}.`,
          remedy: `Close it or put it behind a firewall; if it must be open, add \`${port}\` to \`host.allowed-ports\`.`,
        };
  },
  certificate: ({ commonName, daysLeft: days, minDays }) => ({
    what: `The certificate${commonName === '' ? '' : ` of “${commonName}”`} ${daysLeft(days)}; at least ${plural(minDays, 'day', 'days')} are asked for.`,
    remedy: 'Renew the certificate, and check that its automatic renewal runs.',
  }),
  'no-certificate': ({ minDays }) => ({
    what: `The scan saw no certificate; one that is valid for at least ${plural(minDays, 'day', 'days')} is asked for.`,
    remedy:
      'Serve the site over HTTPS with a valid certificate, or take `host.certificate-min-days` out of the policy file.',
  }),
  'no-waf': () => ({
    what: 'The scan detected no web application firewall.',
    remedy: 'Put the site behind one, or take `host.require-waf` out of the policy file.',
  }),
};

const notice: PolicyTexts['notice'] = {
  expired: (expires) => ({
    what: `The rule expired on ${expires} and no longer applies.`,
    remedy: 'Delete it, or renew `expires` if its reason still holds.',
  }),
  'expires-soon': (expires) => ({
    what: `The rule applies through ${expires} only.`,
    remedy: 'Fix what it ignores by then, or renew `expires`.',
  }),
  'matches-nothing': () => ({
    what: 'The rule matches no finding of this scan.',
    remedy: 'Delete it if the weakness is fixed; else check its fields.',
  }),
};

/** Policy, baseline and ignore rules. */
export const enPolicy: PolicyTexts = {
  rule,
  violation,
  notice,
  source: { input: 'input', file: 'policy file', default: 'default' },
  label: {
    partial: 'partial result',
    whyItBlocks: 'Why it blocks',
    rule: 'Rule',
    isNew: 'new',
    allFindings: 'All',
    blocking: 'Blocking',
    passing: 'Below the limits',
    known: 'Known',
    ignored: 'Ignored',
    violation: 'Violation',
    blocks: 'Blocks',
    yes: 'yes',
    no: 'no',
    policy: 'Policy in force',
    policyFile: 'Policy file',
    setting: 'Setting',
    value: 'Value',
    from: 'From',
    none: 'none',
    ignoreThis: 'Ignore this finding',
    ignoreThese: 'Ignore one of these findings',
  },
  phrase: {
    barLegend: () => '█ blocks, ░ does not',
    partial: (percentage) =>
      `This result is partial: \`fail-fast\` ended the wait${percentage === null ? '' : ` at ${percentage}%`}, so the scan may find more.`,
    compared: (scanId, { new: fresh, known, fixed }) =>
      `Compared with scan \`${scanId}\`: ${number(fresh)} new, ${number(known)} known${fixed === null ? '' : `, ${number(fixed)} fixed`}.`,
    nothingToCompare: (baseline) =>
      `There is no finished scan of the baseline (\`${baseline}\`) yet: every finding counts as new.`,
    ignoredCount: (count) => `${plural(count, 'finding is', 'findings are')} ignored by the policy file.`,
    knownFindings: (count, list) => `Known from the baseline: ${number(count)} (${list})`,
    ignoredFindings: (count, list) => `Ignored by the policy file: ${number(count)} (${list})`,
    newInGroup: (group) => `New: ${group}`,
    hostViolations: (count) => `Violations of the host rules (${number(count)})`,
    ruleNotices: (count) => `Notices about ignore rules (${number(count)})`,
    line: (line) => `line ${line}`,
    until: (day) => `until ${day}`,
    owner: (name) => `owner: ${name}`,
    ruleCount: (count) => plural(count, 'rule', 'rules'),
    snippetNote: (file) =>
      `Add the rule to \`ignore\` in the policy file${file === null ? '' : ` (\`${file}\`)`}, with a reason; \`expires\` and \`owner\` are optional. It counts once it is merged: a pull request never changes its own policy.`,
  },
};
