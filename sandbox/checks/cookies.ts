import { parseSetCookie, type SetCookie } from '../scan/cookies.ts';
import type { Site } from '../scan/site.ts';
import type { Check, Hit } from './check.ts';

const REFERENCE = 'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html';

/** One hit for each cookie name that `isWeak` holds for, at the first place where it was set. */
function onCookies(site: Site, isWeak: (cookie: SetCookie) => boolean): Hit[] {
  const hits = new Map<string, Hit>();
  for (const response of site.responses) {
    for (const header of response.headers['set-cookie'] ?? []) {
      const cookie = parseSetCookie(header);
      if (!cookie || hits.has(cookie.name) || !isWeak(cookie)) continue;
      hits.set(cookie.name, {
        url: response.url,
        evidence: { cookie: cookie.name, sameSite: cookie.sameSite },
      });
    }
  }
  return [...hits.values()];
}

export const cookieChecks: readonly Check[] = [
  {
    id: 'cookie-without-secure',
    type: 'cookies',
    group: 'Protection Mechanism Failure',
    name: 'Cookie without Secure',
    cwe: [614],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: REFERENCE,
    text: {
      en: {
        description:
          'The cookie lacks the Secure attribute, so the browser also sends it over unencrypted connections.',
        remediation:
          'Add Secure to the cookie. Browsers accept it on localhost, so development keeps working.',
      },
      pt: {
        description:
          'O cookie não tem o atributo Secure; por isso, o navegador também o envia por conexões sem criptografia.',
        remediation:
          'Adicione Secure ao cookie. Os navegadores o aceitam em localhost, então o desenvolvimento continua funcionando.',
      },
    },
    find: (site) => onCookies(site, (cookie) => !cookie.secure),
  },
  {
    id: 'session-cookie-without-httponly',
    type: 'cookies',
    group: 'Improper Access Control',
    name: 'Session cookie without HttpOnly',
    cwe: [1004],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    reference: REFERENCE,
    text: {
      en: {
        description:
          'Scripts can read this session cookie, so one injected script is enough to take over the session.',
        remediation: 'Add HttpOnly to the cookie; only the server needs to read it.',
      },
      pt: {
        description:
          'Scripts podem ler este cookie de sessão; um único script injetado basta para sequestrar a sessão.',
        remediation: 'Adicione HttpOnly ao cookie; somente o servidor precisa lê-lo.',
      },
    },
    find: (site) => onCookies(site, (cookie) => cookie.session && !cookie.httpOnly),
  },
  {
    id: 'cookie-without-samesite',
    type: 'cookies',
    group: 'Improper Access Control',
    name: 'Cookie without SameSite protection',
    cwe: [1275],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie',
    text: {
      en: {
        description:
          'The cookie has no SameSite attribute, or SameSite=None without Secure, so requests from other sites may carry it.',
        remediation:
          'Add SameSite=Lax or SameSite=Strict. Where other sites need the cookie, use SameSite=None with Secure.',
      },
      pt: {
        description:
          'O cookie não tem o atributo SameSite, ou usa SameSite=None sem Secure; requisições vindas de outros sites podem carregá-lo.',
        remediation:
          'Adicione SameSite=Lax ou SameSite=Strict. Se outros sites precisarem do cookie, use SameSite=None com Secure.',
      },
    },
    find: (site) =>
      onCookies(
        site,
        ({ sameSite, secure }) =>
          sameSite === null ||
          !['lax', 'strict', 'none'].includes(sameSite) ||
          (sameSite === 'none' && !secure),
      ),
  },
];
