import { findEmails } from '../scan/information.ts';
import { type Check, excerpt, matchPages } from './check.ts';

const versionHeaders = ['server', 'x-powered-by', 'x-aspnet-version'];
export const disclosureChecks: readonly Check[] = [
  {
    id: 'version-disclosed',
    type: 'exposed_information',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Software version disclosed',
    cwe: [200, 497],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    find: (site) =>
      versionHeaders.flatMap((header) =>
        matchPages(site, ({ headers }) => {
          const value = headers.get(header) ?? '';
          return /\d/.test(value) && { header, value: excerpt(value) };
        }),
      ),
  },
  {
    id: 'emails-exposed',
    type: 'exposed_information',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'E-mail addresses exposed',
    cwe: [200],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    wanted: ({ crawler_options }) => crawler_options.exposed_emails,
    find({ pages }) {
      const emails = findEmails(pages.map(({ body }) => body));
      const urls = pages.filter(({ body }) => findEmails([body]).length > 0).map(({ url }) => url);
      return urls.slice(0, 1).map((url) => ({ url, evidence: { emails, urls } }));
    },
  },
];
