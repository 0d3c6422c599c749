import type { HostViolation } from '../../../gate/host-rules.ts';

/** What a rule says of every violation of its kind. */
const hostRules: Readonly<Record<HostViolation['kind'], Record<'name' | 'description', string>>> = {
  port: {
    name: 'Open port that the policy does not allow',
    description:
      'The host answers on a port that is not in `allowed-ports`. Every open port is one more way in.',
  },
  certificate: {
    name: 'Certificate that has expired or expires too soon',
    description:
      'A certificate of the host is valid for fewer days than `certificate-min-days` asks for, or does not say until when.',
  },
  'no-certificate': {
    name: 'Host without a certificate',
    description: 'The policy asks for valid certificates, and the scan found none on the host.',
  },
  'no-waf': {
    name: 'Host without a web application firewall',
    description:
      'The policy asks for a web application firewall, and the scan detected none in front of the host.',
  },
};

/** Texts that only the SARIF file has. */
export const enSarif = {
  hostRules,
  /** `count`: formatted for the language. */
  leftOut: (count: string) =>
    `Results left out because of the limits of code scanning, the least severe first: ${count}. All of them are in the JSON result.`,
  /** Alerts stand on the workflow file. `target`: the URL, `''` if it is not known. */
  foundOn: (target: string) =>
    target === ''
      ? 'Found on the running site, not in this file.'
      : `Found on the running site ${target}, not in this file.`,
};
