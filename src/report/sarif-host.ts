import { createHash } from 'node:crypto';
import type { HostViolation } from '../gate/host-rules.ts';
import { markup } from './escape.ts';
import type { SarifRule } from './sarif-format.ts';
import { levelOf, securitySeverity } from './sarif-rules.ts';
import { quiet } from './sarif-text.ts';
import type { SarifWords } from './sarif-words.ts';

/** The rule of every violation of one kind, such as `host-port`. */
export function hostRuleId(violation: HostViolation): string {
  return `host-${violation.kind}`;
}

/** @param violation the most severe of its kind */
export function hostRule(violation: HostViolation, words: SarifWords): SarifRule {
  const { name, description, remedy } = words.hostRules[violation.kind];
  return {
    id: hostRuleId(violation),
    shortDescription: { text: name },
    fullDescription: { text: description },
    help: {
      text: `${description}\n\n${remedy}`,
      markdown: `${markup(description)}\n\n${markup(remedy)}`,
    },
    defaultConfiguration: { level: levelOf(violation.severity) },
    properties: {
      tags: ['security', 'host'],
      'security-severity': securitySeverity(violation.severity, null),
    },
  };
}

/** What is violated, in one sentence of plain text. */
export function hostMessage(violation: HostViolation, words: SarifWords): string {
  return words.violation(cleaned(violation));
}

/**
 * Twenty hex digits that name a violation across scans: the port counts, the name in a certificate does not, because it is
 * another one on the next preview.
 */
export function hostPrint(violation: HostViolation): string {
  const detail = violation.kind === 'port' ? (violation.port ?? violation.service) : null;
  return createHash('sha256')
    .update(JSON.stringify(['host', violation.kind, detail]))
    .digest('hex')
    .slice(0, 20);
}

function cleaned(violation: HostViolation): HostViolation {
  if (violation.kind === 'port') return { ...violation, service: quiet(violation.service, 80) };
  if (violation.kind === 'certificate') return { ...violation, commonName: quiet(violation.commonName, 120) };
  return violation;
}
