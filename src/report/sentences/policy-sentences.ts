/** What the reports say about violated host rules and ignore rules, as plain text that the caller has to escape. */

import type { Assessment, HostViolation, RuleNotice } from '../../gate/verdict.ts';
import type { IgnoreRule } from '../../policy/policy.ts';
import { type Advice, textFor } from '../language/advice.ts';
import type { Texts } from '../language/texts.ts';
import type { ReportModel } from '../model.ts';
import { quotableText } from '../plain-text.ts';

/** Limit of the name of a service or a certificate, in code points. */
const maxHostNameLength = 60;

/** How many allowed ports one message lists. More ports would make it unreadable. */
const maxPorts = 12;

function cleanViolation(violation: HostViolation): HostViolation {
  switch (violation.kind) {
    case 'port':
      return { ...violation, service: quotableText(violation.service, maxHostNameLength) };
    case 'certificate':
      return { ...violation, commonName: quotableText(violation.commonName, maxHostNameLength) };
    case 'no-certificate':
    case 'no-waf':
      return violation;
  }
}

/** What is wrong with the host and what to do, as plain text. Strings in `violation` may be hostile. */
export function describeViolation(
  violation: HostViolation,
  { settings }: Pick<ReportModel, 'settings'>,
  texts: Texts,
): Advice {
  const { by } = violation;
  const policy = by === 'organization' ? settings.organization?.policy : settings.policy;
  const ports = policy?.hostRules?.allowedPorts ?? [];
  const allowed = ports.length > maxPorts ? [...ports.slice(0, maxPorts), '…'] : ports;
  const advice: Advice = textFor(texts.hostRules.violation, cleanViolation(violation), allowed.join(', '));
  return by === 'organization' ? { ...advice, what: texts.policy.byOrganization(advice.what) } : advice;
}

/** The violations. Violations that block come first. */
export function orderedViolations({ hostViolations }: Assessment): Assessment['hostViolations'] {
  return hostViolations.toSorted((a, b) => Number(b.blocks) - Number(a.blocks));
}

/** What is wrong with an ignore rule and what to do, as plain text. */
export function describeNotice({ rule, kind }: RuleNotice, texts: Texts): Advice {
  return texts.ignoreRules.notice[kind](rule.expires ?? '');
}

/** The line of an ignore rule: `.github/scan-gate.yml, line 12`, as plain text without backticks. */
export function ruleLocation({ line }: IgnoreRule, { settings }: ReportModel, texts: Texts): string {
  const words = texts.ignoreRules.line(line);
  return settings.file === null ? words : `${quotableText(settings.file.path, 120)}, ${words}`;
}
