import { type Cookie, parseSetCookie } from 'set-cookie-parser';
import type { Site } from '../scan/site.ts';
import type { Check, Match } from './check.ts';

/** Names that sites use for sessions and logins. */
const sessionName = /sess|sid|auth|token|login|jwt/i;
const sessionReference = 'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html';

export const cookieChecks: readonly Check[] = [
  {
    id: 'cookie-without-secure',
    type: 'cookies',
    group: 'Protection Mechanism Failure',
    name: 'Cookie without Secure',
    cwe: [614],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: sessionReference,
    description:
      'The cookie lacks the Secure attribute, so the browser also sends it over unencrypted connections.',
    remediation: 'Add Secure to the cookie. Browsers accept it on localhost, so development keeps working.',
    find: (site) => matchCookies(site, ({ secure }) => !secure),
  },
  {
    id: 'session-cookie-without-httponly',
    type: 'cookies',
    group: 'Improper Access Control',
    name: 'Session cookie without HttpOnly',
    cwe: [1004],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    reference: sessionReference,
    description:
      'Scripts can read this session cookie, so one injected script is enough to take over the session.',
    remediation: 'Add HttpOnly to the cookie; only the server needs to read it.',
    find: (site) => matchCookies(site, ({ name, httpOnly }) => sessionName.test(name) && !httpOnly),
  },
  {
    id: 'cookie-without-samesite',
    type: 'cookies',
    group: 'Improper Access Control',
    name: 'Cookie without SameSite protection',
    cwe: [1275],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie',
    description:
      'The cookie has no SameSite attribute, or SameSite=None without Secure, so requests from other sites may carry it.',
    remediation:
      'Add SameSite=Lax or SameSite=Strict. Where other sites need the cookie, use SameSite=None with Secure.',
    find: (site) =>
      matchCookies(site, ({ sameSite = '', secure }) => {
        const isProtected = /^(?:lax|strict)$/i.test(sameSite) || (/^none$/i.test(sameSite) && secure);
        return !isProtected;
      }),
  },
];

/** One match for each name of a weak cookie, where it was first set. Values of cookies stay out of the evidence. */
function matchCookies(site: Site, isWeak: (cookie: Cookie) => boolean): Match[] {
  const matches = new Map<string, Match>();
  for (const response of site.responses) {
    const headers = response.headers['set-cookie'] ?? [];
    for (const cookie of parseSetCookie(headers, { decodeValues: false, silent: true })) {
      const { name, sameSite } = cookie;
      if (name === '' || matches.has(name) || !isWeak(cookie)) continue;
      const evidence = { cookie: name, sameSite: sameSite?.toLowerCase() ?? null };
      matches.set(name, { url: response.url, evidence });
    }
  }
  return [...matches.values()];
}
