/** Which rules for the host are violated, and why the host cannot be judged. */

import { type Problem, unreadableProblem } from '../core/problem.ts';
import { reaches } from '../core/severity.ts';
import type { HostRules, Policy } from '../policy/policy.ts';
import { policyRows } from '../policy/settings-table.ts';
import { expectedLongList, expectedShortList } from '../service/list-limits.ts';
import type { WireInformation } from '../service/wire.ts';
import type { HostCertificate, HostFacts, HostService } from './host.ts';
import type { ParsedScan } from './parse-scan.ts';
import type { HostViolation, ViolationOfKind } from './verdict.ts';

/** A port is open unless the service says otherwise. A port with an unknown number is never allowed. */
function judgePort(
  { port, state, name, product }: HostService,
  { allowedPorts }: HostRules,
): ViolationOfKind[] {
  const isOpen = !/^(?:closed|filtered)$/i.test(state.trim());
  if (allowedPorts === null || !isOpen || (port !== null && allowedPorts.includes(port))) return [];
  return [{ kind: 'port', port, service: product || name }];
}

function judgeCertificates(
  certificates: readonly HostCertificate[],
  { certificateMinDays: minDays }: HostRules,
): ViolationOfKind[] {
  if (minDays === null) return [];
  if (certificates.length === 0) return [{ kind: 'no-certificate', minDays }];
  return certificates
    .filter(({ daysLeft }) => daysLeft === null || daysLeft < minDays)
    .map(({ commonName, daysLeft }) => ({ kind: 'certificate', commonName, daysLeft, minDays }));
}

/** The violations of the rules for the host. Only for a whole scan: a running scan may still find what is missing. */
export function violationsOf(scan: ParsedScan, { hostRules: rules, failOn }: Policy): HostViolation[] {
  const { hostFacts: host } = scan;
  if (scan.state !== 'whole' || rules === null || host === null) return [];
  // `fail-on: never` is about findings. Violations are then judged by the default of `fail-on`.
  const threshold = failOn === 'never' ? policyRows.failOn.defaultValue : failOn;
  // Only a list that was read to its end shows that there is no firewall.
  const hasNoWaf = host.wafKnown && host.waf.length === 0 && !host.cut.includes('waf');
  const isCertificateUnreadable = scan.result.information?.certificate === 'unreadable';
  const { severity } = rules;
  const blocks = reaches(severity, threshold);
  return [
    ...host.services.flatMap((service) => judgePort(service, rules)),
    ...(isCertificateUnreadable ? [] : judgeCertificates(host.certificates, rules)),
    ...(rules.requireWaf && hasNoWaf ? [{ kind: 'no-waf' } as const] : []),
  ].map((violation) => ({ ...violation, severity, blocks }));
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
