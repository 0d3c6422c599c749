import type { Severity } from '../core/severity.ts';
import type { HostRules } from '../policy/policy.ts';
import type { HostCertificate, HostInformation, HostService } from './host.ts';

/** A violation of a host rule. Strings come from the scan and are hostile. */
export type HostViolation = { readonly severity: Severity } & (
  | { kind: 'port'; port: number | null; service: string }
  | { kind: 'certificate'; commonName: string; daysLeft: number | null; minDays: number }
  | { kind: 'no-certificate'; minDays: number }
  | { kind: 'no-waf' }
);

const dayMs = 86_400_000;

/**
 * Judges the host by the host rules of the policy.
 *
 * @param now in milliseconds since the Unix epoch
 * @returns every violation, ports first
 */
export function judgeHost(host: HostInformation, rules: HostRules, now: number): HostViolation[] {
  const { severity } = rules;
  return [
    ...host.services.flatMap((service) => judgePort(service, rules)),
    ...judgeCertificates(host.certificates, rules, now),
    ...(rules.requireWaf && host.waf.length === 0 ? [{ kind: 'no-waf', severity } as const] : []),
  ];
}

/** A port is open unless the service says otherwise. A port with an unknown number is never allowed. */
function judgePort(
  { port, state, name, product }: HostService,
  { allowedPorts, severity }: HostRules,
): HostViolation[] {
  const isOpen = !/^(?:closed|filtered)$/i.test(state.trim());
  if (allowedPorts === null || !isOpen || (port !== null && allowedPorts.includes(port))) return [];
  return [{ kind: 'port', port, service: product || name, severity }];
}

function judgeCertificates(
  certificates: readonly HostCertificate[],
  rules: HostRules,
  now: number,
): HostViolation[] {
  const { certificateMinDays: minDays, severity } = rules;
  if (minDays === null) return [];
  if (certificates.length === 0) return [{ kind: 'no-certificate', minDays, severity }];
  return certificates.flatMap(({ commonName, expiresOn }) => {
    const daysLeft = expiresOn === null ? null : Math.floor((expiresOn - now) / dayMs);
    return daysLeft === null || daysLeft < minDays
      ? [{ kind: 'certificate', commonName, daysLeft, minDays, severity } as const]
      : [];
  });
}
