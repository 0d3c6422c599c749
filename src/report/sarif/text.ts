import type { Language } from '../../core/words.ts';
import type { HostViolation } from '../../gate/host-rules.ts';
import { plain } from '../markdown/escape.ts';

/** Longer addresses are no references; browsers cut them. */
const maxUrlLength = 2000;

/**
 * `text` on one line of plain text, for the places of a SARIF file that know no Markdown. Viewers show them all the same
 * as Markdown at times (GitHub's comments on a pull request), and SARIF itself knows links of the form `[text](target)`:
 * so a zero-width space keeps links, tags, mentions and references from forming. Nothing else changes.
 *
 * @param maxLength in code points, before the zero-width spaces
 */
export function quiet(text: string, maxLength: number): string {
  return plain(text, maxLength).replace(/[@<]|#(?=\d)|\](?=[([:])/gu, '$&\u200b');
}

/** Like {@link quiet}, as a sentence of its own; `''` for nothing. */
export function quietSentence(text: string, maxLength: number): string {
  const shown = quiet(text, maxLength);
  return shown === '' || /[.!?…。]$/u.test(shown) ? shown : `${shown}.`;
}

/** Like {@link quiet}, with the paragraphs of `text`. */
export function quietLines(text: string, maxLength: number): string {
  const shown: string[] = [];
  let room = maxLength;
  // Beyond this nothing can be shown any more, whatever is left out of it.
  for (const line of text.slice(0, 8 * maxLength + 1024).split(/\r\n?|[\n\u0085\u2028\u2029]/u)) {
    if (room <= 0) break;
    const part = quiet(line, room);
    shown.push(part);
    room -= part.length + 1;
  }
  return shown
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}

/** `url` as an absolute address in the characters of RFC 3986, if it is one of `http(s)` without user info; else `null`. */
export function webUri(url: string): string | null {
  const shown = url.trim();
  if (shown.length > maxUrlLength || !/^https?:\/\//iu.test(shown)) return null;
  const parsed = URL.parse(shown);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null;
  if (!/^[a-z0-9.-]+(?::\d+)?$|^\[[0-9a-f:.]+\](?::\d+)?$/u.test(parsed.host)) return null;
  const [path = '', ...fragment] = `${parsed.pathname}${parsed.search}${parsed.hash}`.split('#');
  const rest = [path, ...(fragment.length > 0 ? [fragment.join('%23')] : [])].map(uriCharacters).join('#');
  return `${parsed.protocol}//${parsed.host}${rest}`;
}

function uriCharacters(text: string): string {
  return text.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
}

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
