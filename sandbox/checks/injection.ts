import { randomBytes } from 'node:crypto';
import type { Site } from '../scan/site.ts';
import type { Check, Hit } from './check.ts';
import { type EntryPoint, entryPoints, withValue } from './entry-points.ts';

const MAX_PROBES = 6;
const REDIRECT_PARAMETER =
  /^(?:next|url|return|return_?(?:to|url)|redirect(?:_?(?:to|uri|url))?|continue|dest(?:ination)?|goto|target)$/i;
const GUESSED_REDIRECTS = ['/?next=', '/?url=', '/redirect?url='];
/** `.example` is reserved for documentation (RFC 2606); the address is never asked. */
const FOREIGN_HOST = 'elsewhere.example';
const SQL_ERRORS =
  /You have an error in your SQL syntax|unclosed quotation mark|SQLSTATE\[|ORA-\d{5}|SQLITE_ERROR|pg_query\(\)|near "[^"]{0,40}": syntax error|unterminated quoted string/i;

function redirectPoints(site: Site): EntryPoint[] {
  const known = entryPoints(site).filter(({ parameter }) => REDIRECT_PARAMETER.test(parameter));
  const guessed = GUESSED_REDIRECTS.map((path) => {
    const url = new URL(path, site.origin);
    return { url, parameter: [...url.searchParams.keys()][0] ?? '' };
  });
  const points = new Map(
    [...guessed, ...known].map((point) => [`${point.url.pathname}?${point.parameter}`, point]),
  );
  return [...points.values()].slice(0, MAX_PROBES);
}

async function findOpenRedirects(site: Site): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const point of redirectPoints(site)) {
    const response = await site.request(withValue(point, `https://${FOREIGN_HOST}/`));
    const location = response?.headers.location;
    const leadsTo = location && response ? URL.parse(location, response.url) : null;
    if (leadsTo?.hostname === FOREIGN_HOST) {
      hits.push({
        url: new URL(point.url.pathname, site.origin).href,
        evidence: { parameter: point.parameter, status: response?.status },
      });
    }
  }
  return hits;
}

async function findReflections(site: Site): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const point of entryPoints(site).slice(0, MAX_PROBES)) {
    const marker = `<q${randomBytes(6).toString('hex')} '">`;
    const response = await site.request(withValue(point, marker));
    const isPage = /html/i.test(response?.headers['content-type'] ?? '');
    if (response && isPage && response.body.includes(marker)) {
      // The marker is random and stays out of the evidence, or every scan would look new.
      const url = new URL(point.url.pathname, site.origin).href;
      hits.push({ url, evidence: { parameter: point.parameter, reflected: '<, >, " and \' unencoded' } });
    }
  }
  return hits;
}

async function findSqlErrors(site: Site): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const point of entryPoints(site).slice(0, MAX_PROBES)) {
    const response = await site.request(withValue(point, "'"));
    const error = response && SQL_ERRORS.exec(response.body);
    const usual = site.responses.some((known) => SQL_ERRORS.test(known.body));
    if (error && !usual) {
      const url = new URL(point.url.pathname, site.origin).href;
      hits.push({ url, evidence: { parameter: point.parameter, message: error[0] } });
    }
  }
  return hits;
}

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
    text: {
      en: {
        description:
          'A parameter decides where the site redirects to, also to other hosts. Links that look like yours can lead to phishing pages.',
        remediation: 'Accept relative paths or entries of a fixed list only, and ignore anything else.',
      },
      pt: {
        description:
          'Um parâmetro decide para onde o site redireciona, inclusive para outros hosts. Links que parecem seus podem levar a páginas de phishing.',
        remediation:
          'Aceite apenas caminhos relativos ou itens de uma lista fixa e ignore qualquer outro valor.',
      },
    },
    wanted: (preferences) => preferences.crawler_options.open_redirect,
    find: findOpenRedirects,
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
    text: {
      en: {
        description:
          'A parameter appears in the page with its angle brackets and quotes unchanged, which is how cross-site scripting begins.',
        remediation:
          'Encode output for the place where it appears, and let the template engine do so by default.',
      },
      pt: {
        description:
          'Um parâmetro aparece na página com os sinais de menor, maior e aspas inalterados; é assim que começa o cross-site scripting.',
        remediation:
          'Codifique a saída conforme o local em que aparece e deixe o mecanismo de templates fazer isso por padrão.',
      },
    },
    wanted: (preferences) => preferences.xss,
    find: findReflections,
  },
  {
    id: 'sql-error',
    type: 'injection',
    group: 'Improper Neutralization',
    name: 'Input reaches the database unchanged',
    cwe: [89, 209],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html',
    text: {
      en: {
        description:
          'A single quote in a parameter produced a database error, so the input is probably part of the SQL text.',
        remediation: 'Use parameterised queries, and show visitors no database errors.',
      },
      pt: {
        description:
          'Uma aspa simples em um parâmetro gerou um erro do banco de dados; a entrada provavelmente faz parte do texto SQL.',
        remediation: 'Use consultas parametrizadas e não mostre erros do banco de dados aos visitantes.',
      },
    },
    wanted: (preferences) => preferences.sqli,
    find: findSqlErrors,
  },
];
