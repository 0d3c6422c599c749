import type { Site } from '../scan/site.ts';
import type { SiteResponse } from '../scan/site-client.ts';
import { type Check, excerpt, type Hit } from './check.ts';

const ENV_LINE = /^(?:export )?([A-Z][A-Z0-9_]{1,60})=/gm;
const BACKUP_PATHS = [
  '/index.html.bak',
  '/index.php.bak',
  '/backup.zip',
  '/backup.sql',
  '/config.php~',
  '/site.tar.gz',
];
const LISTING_PATHS = ['/uploads/', '/backup/', '/assets/', '/files/'];
const LISTING_TITLE = /^(?:Index of|Directory listing for|Listing directory)\b/i;

function isHtml(response: SiteResponse): boolean {
  return (
    /html/i.test(response.headers['content-type'] ?? '') || /^\s*<(?:!doctype|html)/i.test(response.body)
  );
}

/** Keeps the file, for the addresses in it, and says where it was. Its contents stay out of the evidence. */
function exposed(site: Site, response: SiteResponse, evidence: Record<string, unknown>): Hit {
  site.exposedFiles.push({ url: response.url, body: response.body });
  return { url: response.url, evidence: { status: response.status, ...evidence } };
}

async function findEnvironmentFile(site: Site): Promise<Hit[]> {
  const response = await site.requestFile('/.env');
  if (!response || isHtml(response)) return [];
  const variables = [...response.body.matchAll(ENV_LINE)].map(([, name = '']) => name);
  return variables.length > 0 ? [exposed(site, response, { variables: variables.slice(0, 20) })] : [];
}

async function findRepository(site: Site): Promise<Hit[]> {
  const response = await site.requestFile('/.git/HEAD');
  if (!response || !/^(?:ref: refs\/|[0-9a-f]{40}\s*$)/.test(response.body)) return [];
  return [exposed(site, response, { excerpt: excerpt(response.body, 60) })];
}

async function findBackups(site: Site): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const path of BACKUP_PATHS) {
    const response = await site.requestFile(path);
    // A page is what sites answer for a path they route themselves; a copy of a page keeps its own file type.
    const isPage =
      response && /html/i.test(response.headers['content-type'] ?? '') && !path.includes('.html');
    if (response && !isPage && response.body.length > 0) {
      hits.push(exposed(site, response, { contentType: response.headers['content-type'] ?? null }));
    }
  }
  return hits;
}

async function findListings(site: Site): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const path of LISTING_PATHS) {
    const response = await site.requestFile(path);
    const title = response && (/<title>([^<]{0,200})/i.exec(response.body)?.[1] ?? '').trim();
    if (response && title && LISTING_TITLE.test(title)) {
      hits.push(exposed(site, response, { title: excerpt(title) }));
    }
  }
  return hits;
}

export const exposedFileChecks: readonly Check[] = [
  {
    id: 'env-file',
    type: 'exposed_files',
    group: 'Improper Access Control',
    name: 'Environment file exposed',
    cwe: [538, 552],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    reference: 'https://cwe.mitre.org/data/definitions/538.html',
    text: {
      en: {
        description:
          'The file /.env can be downloaded by anybody. Such files usually hold passwords and keys of the application.',
        remediation:
          'Block files that begin with a dot in the web server, keep .env outside the web root, and change every secret in it.',
      },
      pt: {
        description:
          'O arquivo /.env pode ser baixado por qualquer pessoa. Esses arquivos costumam guardar senhas e chaves da aplicação.',
        remediation:
          'Bloqueie no servidor web os arquivos iniciados por ponto, mantenha o .env fora da raiz do site e troque todos os segredos contidos nele.',
      },
    },
    wanted: (preferences) => preferences.crawler_options.exposed_information,
    find: findEnvironmentFile,
  },
  {
    id: 'git-repository',
    type: 'exposed_files',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Git repository exposed',
    cwe: [527, 538],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    reference: 'https://cwe.mitre.org/data/definitions/527.html',
    text: {
      en: {
        description:
          'The .git folder is reachable, so the source code and its whole history can be downloaded.',
        remediation:
          'Do not deploy the .git folder, block it in the web server, and change secrets that were ever committed.',
      },
      pt: {
        description: 'A pasta .git está acessível; o código-fonte e todo o seu histórico podem ser baixados.',
        remediation:
          'Não publique a pasta .git, bloqueie-a no servidor web e troque os segredos que já tenham sido versionados.',
      },
    },
    wanted: (preferences) => preferences.crawler_options.exposed_information,
    find: findRepository,
  },
  {
    id: 'backup-file',
    type: 'exposed_files',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Backup file exposed',
    cwe: [530],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    reference: 'https://cwe.mitre.org/data/definitions/530.html',
    text: {
      en: {
        description:
          'A backup copy can be downloaded. Copies show source code, data or credentials that the site itself hides.',
        remediation:
          'Delete the file, keep backups outside the web root, and block backup endings in the web server.',
      },
      pt: {
        description:
          'Uma cópia de segurança pode ser baixada. Cópias mostram código-fonte, dados ou credenciais que o próprio site oculta.',
        remediation:
          'Apague o arquivo, mantenha as cópias fora da raiz do site e bloqueie extensões de backup no servidor web.',
      },
    },
    wanted: (preferences) => preferences.crawler_options.exposed_information,
    find: findBackups,
  },
  {
    id: 'directory-listing',
    type: 'exposed_files',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Directory listing enabled',
    cwe: [548],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    reference: 'https://cwe.mitre.org/data/definitions/548.html',
    text: {
      en: {
        description: 'The server lists the files of a directory, including those that no page links to.',
        remediation: 'Switch directory listings off (autoindex off, Options -Indexes).',
      },
      pt: {
        description:
          'O servidor lista os arquivos de um diretório, inclusive os que nenhuma página referencia.',
        remediation: 'Desative a listagem de diretórios (autoindex off, Options -Indexes).',
      },
    },
    wanted: (preferences) => preferences.crawler_options.open_directory,
    find: findListings,
  },
];
