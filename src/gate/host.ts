/** What the reports show of the host. The rest is in the raw answer. */

import { dayMs } from '../core/time.ts';
import type { WireInformation } from '../service/wire.ts';

/** What a scan found out about the host. Strings are hostile. */
export type HostFacts = NonNullable<ReturnType<typeof readHost>>;
export type HostService = HostFacts['services'][number];
export type HostCertificate = HostFacts['certificates'][number];

/** @param now in milliseconds since the Unix epoch */
export function readHost(information: WireInformation | undefined, now: number) {
  if (information === undefined) return null;
  const { services = [], certificate = [], waf = [] } = information;
  return {
    services,
    certificates: certificate.map(({ commonName, 'Expires On': end }) => ({
      commonName,
      /** Whole days until the certificate expires; below 0 if it has expired, `null` if the end is unknown. */
      daysLeft: end?.$date === undefined ? null : Math.floor((end.$date * 1000 - now) / dayMs),
    })),
    waf,
  };
}
