/** Which rules for the host are violated, and why the host cannot be judged. */

import { type Problem, unreadableProblem } from '../core/problem.ts';
import { reaches } from '../core/severity.ts';
import type { Policy } from '../policy/policy.ts';
import { policyRows } from '../policy/settings-table.ts';
import { expectedLongList, expectedShortList } from '../service/list-limits.ts';
import type { WireInformation } from '../service/wire.ts';
import type { HostFacts, HostService } from './host.ts';
import type { ParsedScan } from './parse-scan.ts';
import type { HostViolation, ViolationOfKind } from './verdict.ts';

/** The violations of the rules for the host. Only for a whole scan: a running scan may still find what is missing. */
export function violationsOf(scan: ParsedScan, { hostRules: rules, failOn }: Policy): HostViolation[] {
  const { hostFacts: host } = scan;
  if (scan.state !== 'whole' || rules === null || host === null) return [];
  const { allowedPorts, certificateMinDays: minDays, requireWaf, severity } = rules;
  const violations: ViolationOfKind[] = [];
  if (allowedPorts !== null) {
    // A port with an unknown number is never allowed.
    const isAllowed = ({ port }: HostService) => port !== null && allowedPorts.includes(port);
    const services = host.services.filter((service) => isOpen(service) && !isAllowed(service));
    for (const { port, name, product } of services)
      violations.push({ kind: 'port', port, service: product || name });
  }
  if (minDays !== null && scan.result.information?.certificate !== 'unreadable') {
    if (host.certificates.length === 0) violations.push({ kind: 'no-certificate', minDays });
    for (const { commonName, daysLeft } of host.certificates)
      if (daysLeft === null || daysLeft < minDays)
        violations.push({ kind: 'certificate', commonName, daysLeft, minDays });
  }
  // Only a list that was read to its end shows that there is no firewall.
  if (requireWaf && host.wafKnown && host.waf.length === 0 && !host.cut.includes('waf'))
    violations.push({ kind: 'no-waf' });
  // `fail-on: never` is about findings. Violations are then judged by the default of `fail-on`.
  const blocks = reaches(severity, failOn === 'never' ? policyRows.failOn.defaultValue : failOn);
  return violations.map((violation) => ({ ...violation, severity, blocks }));
}

/** A port is open unless the service says otherwise. */
function isOpen({ state }: HostService): boolean {
  return !/^(?:closed|filtered)$/i.test(state.trim());
}

/** Why the rules for the host cannot be judged. */
export function doubtsAboutHost(
  information: WireInformation | undefined,
  host: HostFacts | null,
  { hostRules }: Policy,
): Problem[] {
  if (hostRules === null) return [];
  const { allowedPorts, certificateMinDays, requireWaf } = hostRules;
  const { services, waf } = information ?? {};
  const isMissing = host === null || (allowedPorts !== null && !services) || (requireWaf && !waf);
  if (isMissing) return [{ kind: 'no-host-information' }];
  const isCertificateJudged = certificateMinDays !== null;
  const lists = [
    { field: 'services', name: 'services', isJudged: allowedPorts !== null, limit: expectedLongList },
    { field: 'certificate', name: 'certificates', isJudged: isCertificateJudged, limit: expectedShortList },
    { field: 'waf', name: 'waf', isJudged: requireWaf, limit: expectedShortList },
  ] as const;
  return lists.flatMap(({ field, name, isJudged, limit }) => {
    const isUnreadable = information?.[field] === 'unreadable';
    if (!isJudged || (!isUnreadable && !host.cut.includes(name))) return [];
    return unreadableProblem({ path: `information.${field}`, expected: isUnreadable ? 'a list' : limit });
  });
}
