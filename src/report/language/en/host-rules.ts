import type { ViolationTexts } from '../advice.ts';
import { plural } from './numbers.ts';

function daysLeft(days: number | null): string {
  if (days === null) return 'has no known end date';
  if (days < 0) return `expired ${plural(-days, 'day', 'days')} ago`;
  return days === 0 ? 'expires within a day' : `expires in ${plural(days, 'day', 'days')}`;
}

const violation: ViolationTexts = {
  port: ({ port, service }, allowedPorts) => {
    const allowed = allowedPorts === '' ? 'none is allowed' : `allowed: ${allowedPorts}`;
    const name = service === '' ? '' : ` (“${service}”)`;
    return port === null
      ? {
          what: `A port whose number is unknown${name} is open; ${allowed}.`,
          remedy: 'Find out which port it is and close it. A port without a number cannot be allowed.',
        }
      : {
          what: `Port \`${port}\`${name} is open; ${allowed}.`,
          remedy: `Close it or put it behind a firewall; if it must be open, add \`${port}\` to \`host.allowed-ports\`.`,
        };
  },
  certificate: ({ commonName, daysLeft: days, minDays }) => ({
    what: `The certificate${commonName === '' ? '' : ` of “${commonName}”`} ${daysLeft(days)}; the policy asks for at least ${plural(minDays, 'day', 'days')}.`,
    remedy: 'Renew the certificate, and check that its automatic renewal runs.',
  }),
  'no-certificate': ({ minDays }) => ({
    what: `The scan found no certificate; the policy asks for one that is valid for at least ${plural(minDays, 'day', 'days')}.`,
    remedy:
      'Serve the site over HTTPS with a valid certificate, or take `host.certificate-min-days` out of the policy file.',
  }),
  'no-waf': () => ({
    what: 'The scan detected no web application firewall.',
    remedy: 'Put the site behind one, or take `host.require-waf` out of the policy file.',
  }),
};

/** Rules for the host that are violated. */
export const enHostRules = {
  violation,
  violatedRule: 'Violated rule for the host',
  /** Violations of rules for the host that do not block. */
  harmlessViolations: (count: number) =>
    `${plural(count, 'violated rule for the host that does', 'violated rules for the host that do')} not block`,
};
