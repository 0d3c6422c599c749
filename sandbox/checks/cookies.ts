import { type Cookie, parseSetCookie } from 'set-cookie-parser';
import type { Site } from '../scan/site.ts';
import type { Check, Match } from './check.ts';

/** Names that sites use for sessions and logins. */
const sessionName = /sess|sid|auth|token|login|jwt/i;

export const cookieChecks: readonly Check[] = [
  {
    id: 'cookie-without-secure',
    type: 'cookies',
    group: 'Protection Mechanism Failure',
    name: 'Cookie without Secure',
    cwe: [614],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    find: (site) => matchCookies(site, ({ secure }) => !secure),
  },
  {
    id: 'session-cookie-without-httponly',
    type: 'cookies',
    group: 'Improper Access Control',
    name: 'Session cookie without HttpOnly',
    cwe: [1004],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    find: (site) => matchCookies(site, ({ name, httpOnly }) => sessionName.test(name) && !httpOnly),
  },
];

/** One match for each name of a weak cookie, with all pages that set it. Values of cookies stay out of the evidence. */
function matchCookies(site: Site, isWeak: (cookie: Cookie) => boolean): Match[] {
  const weak = site.pages.flatMap(({ url, headers }) =>
    parseSetCookie(headers.getSetCookie(), { silent: true })
      .filter((cookie) => cookie.name !== '' && isWeak(cookie))
      .map(({ name }) => ({ name, url })),
  );
  return [...Map.groupBy(weak, ({ name }) => name)].map(([cookie, set]) => {
    const urls = set.map(({ url }) => url);
    return { url: urls[0] ?? site.origin.href, evidence: { cookie, urls } };
  });
}
