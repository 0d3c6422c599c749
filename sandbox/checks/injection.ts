import { randomBytes } from 'node:crypto';
import { isHtml, linksIn, mayHaveEffects, type Site } from '../scan/site.ts';
import type { SiteResponse } from '../scan/site-client.ts';
import type { Check, Evidence, Match } from './check.ts';

/** Each check tries this many parameters at most. */
const maxProbes = 6;
const redirectParameter =
  /^(?:next|url|return(?:_?(?:to|url))?|redirect(?:_?(?:to|uri|url))?|continue|goto)$/i;
/** `.example` is reserved for documentation (RFC 2606). The address is never requested. */
const foreignHost = 'elsewhere.example';
const sqlError =
  /You have an error in your SQL syntax|unclosed quotation mark|SQLSTATE\[|ORA-\d{5}|SQLITE_ERROR|unterminated quoted string/i;

export const injectionChecks: readonly Check[] = [
  {
    id: 'open-redirect',
    type: 'injection',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Open redirect',
    cwe: [601],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    wanted: ({ crawler_options }) => crawler_options.open_redirect,
    find: (site) =>
      probe(site, redirectParameter, `https://${foreignHost}/`, ({ headers, url, status }) => {
        const location = URL.parse(headers.get('location') ?? '', url);
        return location?.hostname === foreignHost && { status };
      }),
  },
  {
    id: 'reflected-input',
    type: 'injection',
    group: 'Improper Neutralization',
    name: 'Input reflected without encoding',
    cwe: [79],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    wanted: ({ xss }) => xss,
    find(site) {
      // It stays out of the evidence, because it is random.
      const value = `<q${randomBytes(6).toString('hex')} '">`;
      return probe(
        site,
        /./,
        value,
        (response) => isHtml(response) && response.body.includes(value) && { reflected: '<, >, " and \'' },
      );
    },
  },
  {
    id: 'sql-error',
    type: 'injection',
    group: 'Improper Neutralization',
    name: 'Input reaches the database unchanged',
    cwe: [89, 209],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    wanted: ({ sqli }) => sqli,
    find: (site) =>
      probe(site, /./, "'", ({ body }) => {
        const message = sqlError.exec(body)?.[0];
        return message !== undefined && { message };
      }),
  },
];

/** Sends `value` in each parameter with such a name that the links of the site have, and looks at the answer. */
async function probe(
  site: Site,
  name: RegExp,
  value: string,
  look: (response: SiteResponse) => Evidence | false,
): Promise<Match[]> {
  const matches: Match[] = [];
  const points = parametersOf(site).filter(({ parameter }) => name.test(parameter));
  for (const { url, parameter } of points.slice(0, maxProbes)) {
    const address = new URL(url);
    address.searchParams.set(parameter, value);
    const response = await site.request(address);
    const evidence = response && look(response);
    if (evidence) matches.push({ url: `${url.origin}${url.pathname}`, evidence: { parameter, ...evidence } });
  }
  return matches;
}

/** Each parameter of a page once, in order of appearance. */
function parametersOf({ pages }: Site): { url: URL; parameter: string }[] {
  const links = pages.flatMap(linksIn).filter((url) => !mayHaveEffects(url));
  const points = links.flatMap((url) =>
    [...url.searchParams.keys()].map((parameter) => ({ url, parameter })),
  );
  const keyed = points.toReversed().map((each) => [`${each.url.pathname}?${each.parameter}`, each] as const);
  return [...new Map(keyed).values()].toReversed();
}
