import { randomBytes } from 'node:crypto';
import { addressesIn, isHtml, mayHaveEffects, type Page, type Site } from '../scan/site.ts';
import type { SiteResponse } from '../scan/site-client.ts';
import type { Check, Evidence, Match } from './check.ts';

/** Each check tries this many entry points at most. */
const maxProbes = 6;
const redirectParameter =
  /^(?:next|url|return|return_?(?:to|url)|redirect(?:_?(?:to|uri|url))?|continue|dest(?:ination)?|goto|target)$/i;
const guessedRedirects = ['/?next=', '/?url=', '/redirect?url='];
/** `.example` is reserved for documentation (RFC 2606). The address is never requested. */
const foreignHost = 'elsewhere.example';
const sqlError =
  /You have an error in your SQL syntax|unclosed quotation mark|SQLSTATE\[|ORA-\d{5}|SQLITE_ERROR|pg_query\(\)|near "[^"]{0,40}": syntax error|unterminated quoted string/i;

export const injectionChecks: readonly Check[] = [
  {
    id: 'open-redirect',
    type: 'open_redirect',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Open redirect',
    cwe: [601],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    reference:
      'https://cheatsheetseries.owasp.org/cheatsheets/Unvalidated_Redirects_and_Forwards_Cheat_Sheet.html',
    description:
      'A parameter decides where the site redirects to, also to other hosts. Links that look like yours can lead to phishing pages.',
    remediation: 'Accept relative paths or entries of a fixed list only, and ignore anything else.',
    wanted: ({ crawler_options }) => crawler_options.open_redirect,
    find: (site) =>
      probe(site, redirectPoints(site), () => ({
        value: `https://${foreignHost}/`,
        look: ({ headers, url, status }) =>
          URL.parse(headers.location ?? '', url)?.hostname === foreignHost ? { status } : null,
      })),
  },
  {
    id: 'reflected-input',
    type: 'injection',
    group: 'Improper Neutralization',
    name: 'Input reflected without encoding',
    cwe: [79],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    reference:
      'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
    description:
      'A parameter appears in the page with its angle brackets and quotes unchanged, which is how cross-site scripting begins.',
    remediation:
      'Encode output for the place where it appears, and let the template engine do so by default.',
    wanted: ({ xss }) => xss,
    find: (site) =>
      probe(site, entryPoints(site), () => {
        // It stays out of the evidence, because it is random.
        const value = `<q${randomBytes(6).toString('hex')} '">`;
        const look = (response: SiteResponse) =>
          isHtml(response) && response.body.includes(value)
            ? { reflected: '<, >, " and \' unencoded' }
            : null;
        return { value, look };
      }),
  },
  {
    id: 'sql-error',
    type: 'injection',
    group: 'Improper Neutralization',
    name: 'Input reaches the database unchanged',
    cwe: [89, 209],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html',
    description:
      'A single quote in a parameter produced a database error, so the input is probably part of the SQL text.',
    remediation: 'Use parameterised queries, and show visitors no database errors.',
    wanted: ({ sqli }) => sqli,
    async find(site) {
      if (site.responses.some(({ body }) => sqlError.test(body))) return [];
      return probe(site, entryPoints(site), () => ({
        value: "'",
        look: ({ body }) => {
          const message = sqlError.exec(body)?.[0];
          return message === undefined ? null : { message };
        },
      }));
    },
  },
];

/** A place where text of a visitor enters the site by GET. */
interface EntryPoint {
  readonly url: URL;
  readonly parameter: string;
}

interface Probe {
  readonly value: string;
  readonly look: (response: SiteResponse) => Evidence | null;
}

/** Sends a value to each entry point and looks at the answer. */
async function probe(site: Site, points: readonly EntryPoint[], createProbe: () => Probe): Promise<Match[]> {
  const matches: Match[] = [];
  for (const { url, parameter } of points.slice(0, maxProbes)) {
    const { value, look } = createProbe();
    const address = new URL(url);
    address.hash = '';
    address.searchParams.set(parameter, value);
    const response = await site.request(address.href);
    const evidence = response && look(response);
    if (evidence)
      matches.push({
        url: new URL(url.pathname, site.origin).href,
        evidence: { parameter, ...evidence },
      });
  }
  return matches;
}

function redirectPoints(site: Site): EntryPoint[] {
  const guessed = guessedRedirects.flatMap((path) => parametersOf(new URL(path, site.origin)));
  const known = entryPoints(site).filter(({ parameter }) => redirectParameter.test(parameter));
  return [...new Map([...guessed, ...known].map((point) => [keyOf(point), point])).values()];
}

/** Parameters of the links and GET forms of the site itself, each once, in order of appearance. */
function entryPoints(site: Site): EntryPoint[] {
  const points = new Map<string, EntryPoint>();
  for (const point of site.pages.flatMap((page) => [...linkPoints(page), ...formPoints(page)])) {
    const { url, parameter } = point;
    const isUsable = parameter !== '' && url.origin === site.origin.origin && !mayHaveEffects(url);
    if (isUsable && !points.has(keyOf(point))) points.set(keyOf(point), point);
  }
  return [...points.values()];
}

function keyOf({ url, parameter }: EntryPoint): string {
  return `${url.pathname}?${parameter}`;
}

function parametersOf(url: URL): EntryPoint[] {
  return [...url.searchParams.keys()].map((parameter) => ({ url, parameter }));
}

function linkPoints(page: Page): EntryPoint[] {
  const links = addressesIn(page, ({ name, attributes }) =>
    name === 'a' ? attributes.get('href') : undefined,
  );
  return links.flatMap(parametersOf);
}

function formPoints(page: Page): EntryPoint[] {
  return page.document.forms.flatMap((form) => {
    const url = form.method === 'get' ? URL.parse(form.action, page.url) : null;
    return url ? form.inputs.map(({ name }) => ({ url, parameter: name })) : [];
  });
}
