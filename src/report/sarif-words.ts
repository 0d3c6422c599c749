import type { HostViolation } from '../gate/host-rules.ts';
import type { Language } from '../inputs/words.ts';

/** What is said of one host rule, whatever broke it. */
interface HostRuleWords {
  readonly name: string;
  readonly description: string;
  readonly remedy: string;
}

/** Texts that only the SARIF file has. Strings in a violation must have been made harmless by the caller. */
export interface SarifWords {
  readonly hostRules: Readonly<Record<HostViolation['kind'], HostRuleWords>>;
  /** One violation, as a sentence. */
  readonly violation: (violation: HostViolation) => string;
  /** `count` is written in the language's way already. */
  readonly leftOut: (count: string) => string;
}

const en: SarifWords = {
  hostRules: {
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
  },
  violation: (violation) => {
    switch (violation.kind) {
      case 'port':
        return violation.port === null
          ? `A port of unknown number is open${service(violation.service)}.`
          : `Port ${violation.port} is open${service(violation.service)}.`;
      case 'certificate':
        return violation.daysLeft === null
          ? `The certificate${forName('for', violation.commonName)} does not say until when it is valid; at least ${days(violation.minDays, 'day')} are asked for.`
          : `The certificate${forName('for', violation.commonName)} is valid for ${days(violation.daysLeft, 'day')}; at least ${days(violation.minDays, 'day')} are asked for.`;
      case 'no-certificate':
        return 'The scan found no certificate on the host.';
      case 'no-waf':
        return 'The scan detected no web application firewall.';
    }
  },
  leftOut: (count) =>
    `Results left out because of the limits of code scanning, the least severe first: ${count}. All of them are in the JSON result.`,
};

const pt: SarifWords = {
  hostRules: {
    port: {
      name: 'Porta aberta que a política não permite',
      description:
        'O host responde em uma porta que não está em `allowed-ports`. Cada porta aberta é mais um caminho de entrada.',
      remedy:
        'Feche a porta ou coloque-a atrás de um firewall; se ela deve ficar aberta, inclua-a em `host.allowed-ports`.',
    },
    certificate: {
      name: 'Certificado que vence cedo demais',
      description:
        'Um certificado do host vale por menos dias do que `certificate-min-days` exige, ou não informa até quando vale.',
      remedy: 'Renove o certificado e verifique por que a renovação automática não aconteceu.',
    },
    'no-certificate': {
      name: 'Host sem certificado',
      description: 'A política exige certificados válidos, e o scan não encontrou nenhum no host.',
      remedy: 'Sirva o site por TLS com um certificado de uma autoridade confiável.',
    },
    'no-waf': {
      name: 'Host sem firewall de aplicação web',
      description:
        'A política exige um firewall de aplicação web, e o scan não detectou nenhum à frente do host.',
      remedy:
        'Coloque o site atrás de um firewall de aplicação web ou verifique se o scan chega a ele passando pelo firewall.',
    },
  },
  violation: (violation) => {
    switch (violation.kind) {
      case 'port':
        return violation.port === null
          ? `Uma porta de número desconhecido está aberta${service(violation.service)}.`
          : `A porta ${violation.port} está aberta${service(violation.service)}.`;
      case 'certificate':
        return violation.daysLeft === null
          ? `O certificado${forName('de', violation.commonName)} não informa até quando vale; o mínimo exigido é de ${days(violation.minDays, 'dia')}.`
          : `O certificado${forName('de', violation.commonName)} vale por ${days(violation.daysLeft, 'dia')}; o mínimo exigido é de ${days(violation.minDays, 'dia')}.`;
      case 'no-certificate':
        return 'O scan não encontrou nenhum certificado no host.';
      case 'no-waf':
        return 'O scan não detectou nenhum firewall de aplicação web.';
    }
  },
  leftOut: (count) =>
    `Resultados omitidos por causa dos limites do code scanning, os menos severos primeiro: ${count}. Todos estão no resultado em JSON.`,
};

export const sarifWords: Readonly<Record<Language, SarifWords>> = { en, pt };

function service(name: string): string {
  return name === '' ? '' : ` (${name})`;
}

function forName(preposition: string, name: string): string {
  return name === '' ? '' : ` ${preposition} ${name}`;
}

function days(count: number, unit: string): string {
  return `${count} ${unit}${Math.abs(count) === 1 ? '' : 's'}`;
}
