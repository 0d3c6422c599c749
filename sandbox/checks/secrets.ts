import type { Site } from '../scan/site.ts';
import type { Check, Hit } from './check.ts';

interface KeyPattern {
  kind: string;
  pattern: RegExp;
}

/** Keys that open something by themselves. Formats as published by each provider. */
const SECRET_KEYS: readonly KeyPattern[] = [
  { kind: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: 'Stripe secret key', pattern: /\b[rs]k_live_[0-9a-zA-Z]{16,120}/g },
  { kind: 'GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{36,120}/g },
  { kind: 'Private key', pattern: /-----BEGIN (?:[A-Z]{1,10} )?PRIVATE KEY-----/g },
];

/** Keys that are meant for pages but often lack the restrictions they need. */
const PUBLIC_KEYS: readonly KeyPattern[] = [{ kind: 'Google API key', pattern: /\bAIza[0-9A-Za-z_-]{35}/g }];

/** The first characters only: enough to find the key, too few to use it. */
function redact(key: string): string {
  return key.startsWith('-----') ? key.replaceAll('-', '').trim() : `${key.slice(0, 6)}…`;
}

function findKeys(site: Site, patterns: readonly KeyPattern[]): Hit[] {
  const hits = new Map<string, Hit>();
  for (const { kind, pattern } of patterns) {
    for (const response of site.responses) {
      for (const [key] of response.body.matchAll(pattern)) {
        if (!hits.has(key)) hits.set(key, { url: response.url, evidence: { kind, key: redact(key) } });
      }
    }
  }
  return [...hits.values()].slice(0, 10);
}

const REFERENCE = 'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html';

export const secretChecks: readonly Check[] = [
  {
    id: 'secret-key-in-page',
    type: 'secrets',
    group: 'Improper Access Control',
    name: 'Secret key in a public page or script',
    cwe: [798, 540],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    reference: REFERENCE,
    text: {
      en: {
        description:
          'A page or script contains a key in the format of a secret credential. Everybody who loads the page has it.',
        remediation:
          'Revoke the key now, issue a new one, keep it on the server only, and look for its use in the logs of the provider.',
      },
      pt: {
        description:
          'Uma página ou script contém uma chave no formato de credencial secreta. Todos que carregam a página a possuem.',
        remediation:
          'Revogue a chave agora, gere outra, mantenha-a somente no servidor e procure usos dela nos registros do provedor.',
      },
    },
    wanted: (preferences) => preferences.crawler_options.exposed_apikeys,
    find: (site) => findKeys(site, SECRET_KEYS),
  },
  {
    id: 'public-key-in-page',
    type: 'secrets',
    group: 'Improper Access Control',
    name: 'API key in a public page or script',
    cwe: [540],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    reference: REFERENCE,
    text: {
      en: {
        description:
          'A page or script contains an API key. Without restrictions in its account, others can use it and its quota.',
        remediation:
          'Restrict the key to the site and to the needed interfaces in the console of the provider.',
      },
      pt: {
        description:
          'Uma página ou script contém uma chave de API. Sem restrições na conta, terceiros podem usá-la e consumir a sua cota.',
        remediation: 'Restrinja a chave ao site e às interfaces necessárias no console do provedor.',
      },
    },
    wanted: (preferences) => preferences.crawler_options.exposed_apikeys,
    find: (site) => findKeys(site, PUBLIC_KEYS),
  },
];
