import type { Check, Hit } from './check.ts';

/** Pages meant for administrators, and what they look like. */
const STATUS_PAGES: readonly (readonly [path: string, mark: RegExp])[] = [
  ['/phpinfo.php', /<title>[^<]{0,40}phpinfo\(\)/i],
  ['/server-status', /<title>Apache Status|Server Version:/i],
];

export const exposedPageChecks: readonly Check[] = [
  {
    id: 'status-page',
    type: 'exposed_information',
    group: 'Improper Access Control',
    name: 'Status page open to everybody',
    cwe: [497, 306],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    reference: 'https://cwe.mitre.org/data/definitions/497.html',
    text: {
      en: {
        description:
          'A page with details about the server (configuration, modules, current requests) is open without a login.',
        remediation: 'Remove the page, or allow it from the administration network only.',
      },
      pt: {
        description:
          'Uma página com detalhes do servidor (configuração, módulos, requisições em andamento) está aberta sem login.',
        remediation: 'Remova a página ou permita o acesso somente pela rede de administração.',
      },
    },
    wanted: (preferences) => preferences.crawler_options.exposed_information,
    async find(site) {
      const hits: Hit[] = [];
      for (const [path, mark] of STATUS_PAGES) {
        const response = await site.requestFile(path);
        if (response && mark.test(response.body))
          hits.push({ url: response.url, evidence: { status: response.status } });
      }
      return hits;
    },
  },
  {
    id: 'security-txt-missing',
    type: 'exposed_information',
    group: 'Unspecified Threat',
    name: 'No contact for security reports',
    cwe: [],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    reference: 'https://www.rfc-editor.org/rfc/rfc9116',
    text: {
      en: {
        description:
          'There is no /.well-known/security.txt that tells finders of a weakness whom to write to.',
        remediation: 'Publish /.well-known/security.txt with Contact and Expires fields.',
      },
      pt: {
        description:
          'Não há /.well-known/security.txt informando a quem encontrou uma falha para quem escrever.',
        remediation: 'Publique /.well-known/security.txt com os campos Contact e Expires.',
      },
    },
    async find(site) {
      const path = '/.well-known/security.txt';
      const response = await site.requestFile(path);
      if (response && /^contact:/im.test(response.body)) return [];
      return [{ url: new URL(path, site.origin).href, evidence: { status: response?.status ?? null } }];
    },
  },
];
