import type { HostViolation } from '../gate/host-rules.ts';
import type { Assessment } from '../gate/verdict.ts';
import type { Advice } from '../text/advice.ts';
import { wordViolation } from '../text/policy-texts.ts';
import type { Texts } from '../text/texts.ts';
import { quotable } from './escape.ts';
import type { ReportModel } from './model.ts';

const maxNameLength = 60;

/** Allowed ports in one message; more would hide what it says. */
const maxPorts = 12;

function cleanViolation(violation: HostViolation): HostViolation {
  switch (violation.kind) {
    case 'port':
      return { ...violation, service: quotable(violation.service, maxNameLength) };
    case 'certificate':
      return { ...violation, commonName: quotable(violation.commonName, maxNameLength) };
    case 'no-certificate':
    case 'no-waf':
      return violation;
  }
}

/** What is wrong with the host and what to do, as plain text; strings in `violation` may be hostile. */
export function describeViolation(
  violation: HostViolation,
  { policy }: Pick<ReportModel, 'policy'>,
  texts: Texts,
): Advice {
  const ports = policy.host?.allowedPorts ?? [];
  const allowed = ports.length > maxPorts ? [...ports.slice(0, maxPorts), '…'] : ports;
  return wordViolation(texts.policy, cleanViolation(violation), allowed.join(', '));
}

/** The violations, those that block first. */
export function orderedViolations({ hostViolations }: Assessment): Assessment['hostViolations'] {
  return hostViolations.toSorted((a, b) => Number(b.blocks) - Number(a.blocks));
}
