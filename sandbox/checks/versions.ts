import { metaContent } from '../scan/html.ts';
import { type Check, excerpt, headerText, onPages } from './check.ts';

const REFERENCE =
  'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/01-Information_Gathering/02-Fingerprint_Web_Server';
const FRAMEWORK_HEADERS = ['x-powered-by', 'x-aspnet-version', 'x-aspnetmvc-version', 'x-drupal-cache'];

export const versionChecks: readonly Check[] = [
  {
    id: 'server-version',
    type: 'exposed_information',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Server version disclosed',
    cwe: [200, 497],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: REFERENCE,
    text: {
      en: {
        description:
          'The Server header names the version of the web server, which tells attackers which known flaws to try.',
        remediation:
          'Configure the server to leave the version out (server_tokens off, ServerTokens Prod) and keep it up to date.',
      },
      pt: {
        description:
          'O cabeçalho Server informa a versão do servidor web, o que indica aos atacantes quais falhas conhecidas tentar.',
        remediation:
          'Configure o servidor para omitir a versão (server_tokens off, ServerTokens Prod) e mantenha-o atualizado.',
      },
    },
    find: (site) =>
      onPages(site.pages, (page) => {
        const server = headerText(page, 'server');
        return /\d/.test(server) && { header: 'server', value: excerpt(server) };
      }),
  },
  {
    id: 'framework-disclosed',
    type: 'exposed_information',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Framework disclosed in headers',
    cwe: [200, 497],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html',
    text: {
      en: {
        description:
          'Headers such as X-Powered-By name the framework behind the site, often with its version.',
        remediation: 'Remove these headers in the framework or at the proxy.',
      },
      pt: {
        description:
          'Cabeçalhos como X-Powered-By revelam o framework usado pelo site, muitas vezes com a versão.',
        remediation: 'Remova esses cabeçalhos no framework ou no proxy.',
      },
    },
    find: (site) =>
      onPages(site.pages, (page) => {
        const header = FRAMEWORK_HEADERS.find((name) => headerText(page, name));
        return header !== undefined && { header, value: excerpt(headerText(page, header)) };
      }),
  },
  {
    id: 'generator-version',
    type: 'exposed_information',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Generator version disclosed',
    cwe: [200],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/meta/name',
    text: {
      en: {
        description: 'A generator element in the page names the content management system and its version.',
        remediation: 'Remove the generator element from the templates.',
      },
      pt: {
        description:
          'Um elemento generator na página informa o sistema de gestão de conteúdo e a sua versão.',
        remediation: 'Remova o elemento generator dos modelos de página.',
      },
    },
    find: (site) =>
      onPages(site.pages, (page) => {
        const generator = metaContent(page.document, 'generator');
        return /\d/.test(generator) && { generator: excerpt(generator) };
      }),
  },
];
