import type { HostViolation } from '../../../gate/host-rules.ts';
import type { TextByKind } from '../by-kind.ts';

function named(service: string): string {
  return service === '' ? '' : ` (${service})`;
}

function forName(name: string): string {
  return name === '' ? '' : ` for ${name}`;
}

function days(count: number): string {
  return `${count} day${Math.abs(count) === 1 ? '' : 's'}`;
}

/** What a rule says of every violation of its kind. */
interface HostRuleWords {
  readonly name: string;
  readonly description: string;
  readonly remedy: string;
}

const hostRules: Readonly<Record<HostViolation['kind'], HostRuleWords>> = {
  port: {
    name: 'Open port that the policy does not allow',
    description:
      'The host answers on a port that is not in `allowed-ports`. Every open port is one more way in.',
    remedy:
      'Close the port or put it behind a firewall; if it is meant to be open, add it to `host.allowed-ports`.',
  },
  certificate: {
    name: 'Certificate that expires too soon',
    description:
      'A certificate of the host is valid for fewer days than `certificate-min-days` asks for, or does not say until when.',
    remedy: 'Renew the certificate, and check why its renewal did not happen by itself.',
  },
  'no-certificate': {
    name: 'Host without a certificate',
    description: 'The policy asks for valid certificates, and the scan found none on the host.',
    remedy: 'Serve the site over TLS with a certificate of a trusted authority.',
  },
  'no-waf': {
    name: 'Host without a web application firewall',
    description:
      'The policy asks for a web application firewall, and the scan detected none in front of the host.',
    remedy:
      'Put the site behind a web application firewall, or check that the scan reaches it through the firewall.',
  },
};

/** One violation, as a sentence. */
const violation: TextByKind<HostViolation, [], string> = {
  port: ({ port, service }) =>
    port === null
      ? `A port of unknown number is open${named(service)}.`
      : `Port ${port} is open${named(service)}.`,
  certificate: ({ commonName, daysLeft, minDays }) =>
    daysLeft === null
      ? `The certificate${forName(commonName)} does not say until when it is valid; at least ${days(minDays)} are asked for.`
      : `The certificate${forName(commonName)} is valid for ${days(daysLeft)}; at least ${days(minDays)} are asked for.`,
  'no-certificate': () => 'The scan found no certificate on the host.',
  'no-waf': () => 'The scan detected no web application firewall.',
};

/** Texts that only the SARIF file has. */
export const enSarif = {
  hostRules,
  violation,
  /** `count`: formatted for the language. */
  leftOut: (count: string) =>
    `Results left out because of the limits of code scanning, the least severe first: ${count}. All of them are in the JSON result.`,
  /** `place`: such as `/search and 2 more`. */
  where: (place: string) => `Where: ${place}.`,
  /** Alerts stand on the workflow file. `target`: the URL, `''` where it is not known. */
  foundOn: (target: string) =>
    target === ''
      ? 'Found on the running site, not in this file.'
      : `Found on the running site ${target}, not in this file.`,
};
