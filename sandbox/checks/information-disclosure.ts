import { metaContent } from '../scan/html.ts';
import { findEmails } from '../scan/information.ts';
import type { Site } from '../scan/site.ts';
import { headerText } from '../scan/site-client.ts';
import { type Check, excerpt, type Match, matchPages } from './check.ts';

const maxEmails = 20;
const maxKeys = 10;
const maxTraceLength = 80;
const shownKeyLength = 6;
const frameworkHeaders = ['x-powered-by', 'x-aspnet-version', 'x-aspnetmvc-version', 'x-drupal-cache'];

const stackTraces = [
  /Traceback \(most recent call last\)/,
  /^\s+at [\w.$<>]+ ?\((?:\/|[A-Z]:\\|file:|node:)[^)\n]{1,200}:\d+/m,
  /\bat [\w.$]+\([\w]+\.java:\d+\)/,
  /(?:Fatal error|Warning|Notice): [^\n<]{1,200} in (?:<b>)?\/[^\n<]{1,200}(?:<\/b>)? on line/,
  /Microsoft \.NET Framework Version:|\[\w+Exception: /,
];

/** Keys that give access by themselves, in the formats that the providers publish. */
const secretKeys = {
  'AWS access key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  'Stripe secret key': /\b[rs]k_live_[0-9a-zA-Z]{16,120}/g,
  'GitHub token': /\bgh[pousr]_[A-Za-z0-9]{36,120}/g,
  'Private key': /-----BEGIN (?:[A-Z]{1,10} )?PRIVATE KEY-----/g,
};

/** Keys that belong into pages, but often lack the restrictions that they need. */
const publicKeys = { 'Google API key': /\bAIza[0-9A-Za-z_-]{35}/g };

const fingerprintReference =
  'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/01-Information_Gathering/02-Fingerprint_Web_Server';
const secretsReference = 'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html';

export const informationDisclosureChecks: readonly Check[] = [
  {
    id: 'server-version',
    type: 'exposed_information',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Server version disclosed',
    cwe: [200, 497],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: fingerprintReference,
    description:
      'The Server header names the version of the web server, which tells attackers which known flaws to try.',
    remediation:
      'Configure the server to leave the version out (server_tokens off, ServerTokens Prod) and keep it up to date.',
    find: (site) =>
      matchPages(site.pages, (page) => {
        const server = headerText(page.response, 'server');
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
    description: 'Headers such as X-Powered-By name the framework behind the site, often with its version.',
    remediation: 'Remove these headers in the framework or at the proxy.',
    find: (site) =>
      matchPages(site.pages, (page) => {
        const header = frameworkHeaders.find((name) => headerText(page.response, name) !== '');
        return header !== undefined && { header, value: excerpt(headerText(page.response, header)) };
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
    description: 'A generator element in the page names the content management system and its version.',
    remediation: 'Remove the generator element from the templates.',
    find: (site) =>
      matchPages(site.pages, (page) => {
        const generator = metaContent(page.document, 'generator');
        return /\d/.test(generator) && { generator: excerpt(generator) };
      }),
  },
  {
    id: 'emails-exposed',
    type: 'exposed_information',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'E-mail addresses exposed',
    cwe: [200],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    description:
      'Pages show e-mail addresses in plain text, where they can be collected for phishing and spam.',
    remediation:
      'Use a contact form or role addresses, and protect the mail domain with SPF, DKIM and DMARC.',
    wanted: ({ crawler_options }) => crawler_options.exposed_emails,
    find: findExposedEmails,
  },
  {
    id: 'stack-trace',
    type: 'exposed_information',
    group: 'Improper Check or Handling of Exceptional Conditions',
    name: 'Error details shown to visitors',
    cwe: [209],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
    description:
      'An answer contains a stack trace or an internal error message, which reveals code paths and software versions.',
    remediation:
      'Show a plain error page to visitors, write details to the log only, and switch off debug mode.',
    wanted: ({ crawler_options }) => crawler_options.exposed_information,
    find: findStackTrace,
  },
];

export const secretChecks: readonly Check[] = [
  {
    id: 'secret-key-in-page',
    type: 'secrets',
    group: 'Improper Access Control',
    name: 'Secret key in a public page or script',
    cwe: [798, 540],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    reference: secretsReference,
    description:
      'A page or script contains a key in the format of a secret credential. Everybody who loads the page has it.',
    remediation:
      'Revoke the key now, issue a new one, keep it on the server only, and look for its use in the logs of the provider.',
    wanted: ({ crawler_options }) => crawler_options.exposed_apikeys,
    find: (site) => findKeys(site, secretKeys),
  },
  {
    id: 'public-key-in-page',
    type: 'secrets',
    group: 'Improper Access Control',
    name: 'API key in a public page or script',
    cwe: [540],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    reference: secretsReference,
    description:
      'A page or script contains an API key. Without restrictions in its account, others can use it and its quota.',
    remediation: 'Restrict the key to the site and to the needed interfaces in the console of the provider.',
    wanted: ({ crawler_options }) => crawler_options.exposed_apikeys,
    find: (site) => findKeys(site, publicKeys),
  },
];

function findExposedEmails({ responses }: Site): Match[] {
  const first = responses.find(({ body }) => findEmails([body]).length > 0);
  const emails = findEmails(responses.map(({ body }) => body)).slice(0, maxEmails);
  return first ? [{ url: first.url, evidence: { emails } }] : [];
}

function findStackTrace({ responses, origin }: Site): Match[] {
  for (const { body, status, url } of responses) {
    const trace = stackTraces.map((pattern) => pattern.exec(body)?.[0]).find((found) => found !== undefined);
    if (trace === undefined) continue;
    // The path of the missing page is random, and every scan would have another finding.
    const place = status === 404 ? origin.href : url;
    return [{ url: place, evidence: { status, excerpt: excerpt(trace, maxTraceLength) } }];
  }
  return [];
}

function findKeys({ responses }: Site, formats: Readonly<Record<string, RegExp>>): Match[] {
  const matches = new Map<string, Match>();
  for (const [kind, format] of Object.entries(formats)) {
    for (const { body, url } of responses) {
      for (const [key] of body.matchAll(format)) {
        if (!matches.has(key)) matches.set(key, { url, evidence: { kind, key: redact(key) } });
      }
    }
  }
  return [...matches.values()].slice(0, maxKeys);
}

/** Enough to find the key, and too little to use it. */
function redact(key: string): string {
  return key.startsWith('-----') ? key.replaceAll('-', '').trim() : `${key.slice(0, shownKeyLength)}…`;
}
