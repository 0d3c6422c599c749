import { findEmails } from '../scan/emails.ts';
import { type Check, excerpt } from './check.ts';

const STACK_TRACES = [
  /Traceback \(most recent call last\)/,
  /^\s+at [\w.$<>]+ ?\((?:\/|[A-Z]:\\|file:|node:)[^)\n]{1,200}:\d+/m,
  /\bat [\w.$]+\([\w]+\.java:\d+\)/,
  /(?:Fatal error|Warning|Notice): [^\n<]{1,200} in (?:<b>)?\/[^\n<]{1,200}(?:<\/b>)? on line/,
  /Microsoft \.NET Framework Version:|\[\w+Exception: /,
];

export const pageDisclosureChecks: readonly Check[] = [
  {
    id: 'emails-exposed',
    type: 'exposed_information',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'E-mail addresses exposed',
    cwe: [200],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    reference: 'https://cwe.mitre.org/data/definitions/200.html',
    text: {
      en: {
        description:
          'Pages show e-mail addresses in plain text, where they can be collected for phishing and spam.',
        remediation:
          'Use a contact form or role addresses, and protect the mail domain with SPF, DKIM and DMARC.',
      },
      pt: {
        description:
          'As páginas mostram endereços de e-mail em texto puro, que podem ser coletados para phishing e spam.',
        remediation:
          'Use um formulário de contato ou endereços por função e proteja o domínio de e-mail com SPF, DKIM e DMARC.',
      },
    },
    wanted: (preferences) => preferences.crawler_options.exposed_emails,
    find(site) {
      const sources = site.responses.filter((response) => findEmails(response.body).length > 0);
      const emails = [...new Set(sources.flatMap((response) => findEmails(response.body)))].slice(0, 20);
      const [first] = sources;
      return first ? [{ url: first.url, evidence: { emails } }] : [];
    },
  },
  {
    id: 'stack-trace',
    type: 'exposed_information',
    group: 'Improper Check or Handling of Exceptional Conditions',
    name: 'Error details shown to visitors',
    cwe: [209],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
    text: {
      en: {
        description:
          'An answer contains a stack trace or an internal error message, which reveals code paths and software versions.',
        remediation:
          'Show a plain error page to visitors, write details to the log only, and switch off debug mode.',
      },
      pt: {
        description:
          'Uma resposta contém um rastreamento de pilha ou uma mensagem de erro interna, o que revela caminhos do código e versões de software.',
        remediation:
          'Mostre aos visitantes uma página de erro simples, grave os detalhes apenas no log e desative o modo de depuração.',
      },
    },
    wanted: (preferences) => preferences.crawler_options.exposed_information,
    find(site) {
      for (const response of site.responses) {
        const match = STACK_TRACES.map((pattern) => pattern.exec(response.body)).find(
          (found) => found !== null,
        );
        // The address of the page that does not exist is random; its path would make every scan look new.
        const url = response.status === 404 ? site.origin.href : response.url;
        if (match) return [{ url, evidence: { status: response.status, excerpt: excerpt(match[0], 80) } }];
      }
      return [];
    },
  },
];
