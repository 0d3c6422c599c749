import { parseHtml } from '../scan/html.ts';
import { isHtml, type Site } from '../scan/site.ts';
import { headerText, type SiteResponse } from '../scan/site-client.ts';
import { type Check, type Evidence, excerpt, type Match } from './check.ts';

const maxVariables = 20;
const maxReferenceLength = 60;
const environmentLine = /^(?:export )?([A-Z][A-Z0-9_]{1,60})=/gm;
const backupPaths = [
  '/index.html.bak',
  '/index.php.bak',
  '/backup.zip',
  '/backup.sql',
  '/config.php~',
  '/site.tar.gz',
];
const listingPaths = ['/uploads/', '/backup/', '/assets/', '/files/'];
const listingTitle = /^(?:Index of|Directory listing for|Listing directory)\b/i;
/** Usual names of web shells, and what their pages say. */
const webShellPaths = ['/shell.php', '/c99.php', '/wso.php'];
const webShellMark = /c99shell|r57shell|b374k|\bWSO \d|FilesMan|Web Shell by/i;
/** Pages for administrators, and what they say. */
const statusPages: readonly (readonly [path: string, mark: RegExp])[] = [
  ['/phpinfo.php', /<title>[^<]{0,40}phpinfo\(\)/i],
  ['/server-status', /<title>Apache Status|Server Version:/i],
];
const contactPath = '/.well-known/security.txt';

export const exposedFileChecks: readonly Check[] = [
  {
    id: 'web-shell',
    type: 'exposed_files',
    group: 'Improper Access Control',
    name: 'Web shell present',
    cwe: [553, 912],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    reference: 'https://cwe.mitre.org/data/definitions/553.html',
    description: {
      en: 'A file on the site presents itself as a web shell, a back door that runs commands on the server.',
      pt: 'Um arquivo no site se apresenta como web shell, uma porta dos fundos que executa comandos no servidor.',
    },
    remediation: {
      en: 'Treat the server as compromised: take it off the network, rebuild it, and change every secret it held.',
      pt: 'Considere o servidor comprometido: retire-o da rede, reconstrua-o e troque todos os segredos que ele guardava.',
    },
    wanted: ({ crawler_options }) => crawler_options.backdoor_detection,
    find: findWebShells,
  },
  {
    id: 'env-file',
    type: 'exposed_files',
    group: 'Improper Access Control',
    name: 'Environment file exposed',
    cwe: [538, 552],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    reference: 'https://cwe.mitre.org/data/definitions/538.html',
    description: {
      en: 'The file /.env can be downloaded by anybody. Such files usually hold passwords and keys of the application.',
      pt: 'O arquivo /.env pode ser baixado por qualquer pessoa. Esses arquivos costumam guardar senhas e chaves da aplicação.',
    },
    remediation: {
      en: 'Block files that begin with a dot in the web server, keep .env outside the web root, and change every secret in it.',
      pt: 'Bloqueie no servidor web os arquivos iniciados por ponto, mantenha o .env fora da raiz do site e troque todos os segredos contidos nele.',
    },
    wanted: ({ crawler_options }) => crawler_options.exposed_information,
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
    description: {
      en: 'The .git folder is reachable, so the source code and its whole history can be downloaded.',
      pt: 'A pasta .git está acessível; o código-fonte e todo o seu histórico podem ser baixados.',
    },
    remediation: {
      en: 'Do not deploy the .git folder, block it in the web server, and change secrets that were ever committed.',
      pt: 'Não publique a pasta .git, bloqueie-a no servidor web e troque os segredos que já tenham sido versionados.',
    },
    wanted: ({ crawler_options }) => crawler_options.exposed_information,
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
    description: {
      en: 'A backup copy can be downloaded. Copies show source code, data or credentials that the site itself hides.',
      pt: 'Uma cópia de segurança pode ser baixada. Cópias mostram código-fonte, dados ou credenciais que o próprio site oculta.',
    },
    remediation: {
      en: 'Delete the file, keep backups outside the web root, and block backup endings in the web server.',
      pt: 'Apague o arquivo, mantenha as cópias fora da raiz do site e bloqueie extensões de backup no servidor web.',
    },
    wanted: ({ crawler_options }) => crawler_options.exposed_information,
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
    description: {
      en: 'The server lists the files of a directory, including those that no page links to.',
      pt: 'O servidor lista os arquivos de um diretório, inclusive os que nenhuma página referencia.',
    },
    remediation: {
      en: 'Switch directory listings off (autoindex off, Options -Indexes).',
      pt: 'Desative a listagem de diretórios (autoindex off, Options -Indexes).',
    },
    wanted: ({ crawler_options }) => crawler_options.open_directory,
    find: findListings,
  },
  {
    id: 'status-page',
    type: 'exposed_information',
    group: 'Improper Access Control',
    name: 'Status page open to everybody',
    cwe: [497, 306],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    reference: 'https://cwe.mitre.org/data/definitions/497.html',
    description: {
      en: 'A page with details about the server (configuration, modules, current requests) is open without a login.',
      pt: 'Uma página com detalhes do servidor (configuração, módulos, requisições em andamento) está aberta sem login.',
    },
    remediation: {
      en: 'Remove the page, or allow it from the administration network only.',
      pt: 'Remova a página ou permita o acesso somente pela rede de administração.',
    },
    wanted: ({ crawler_options }) => crawler_options.exposed_information,
    find: findStatusPages,
  },
  {
    id: 'security-txt-missing',
    type: 'exposed_information',
    group: 'Unspecified Threat',
    name: 'No contact for security reports',
    cwe: [],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    reference: 'https://www.rfc-editor.org/rfc/rfc9116',
    description: {
      en: 'There is no /.well-known/security.txt that tells finders of a weakness whom to write to.',
      pt: 'Não há /.well-known/security.txt informando a quem encontrou uma falha para quem escrever.',
    },
    remediation: {
      en: 'Publish /.well-known/security.txt with Contact and Expires fields.',
      pt: 'Publique /.well-known/security.txt com os campos Contact e Expires.',
    },
    find: findMissingContact,
  },
];

async function findWebShells(site: Site): Promise<Match[]> {
  return findFiles(site, webShellPaths, ({ url, body }) => {
    const mark = webShellMark.exec(body)?.[0];
    return mark === undefined ? null : { url, evidence: { mark } };
  });
}

async function findEnvironmentFile(site: Site): Promise<Match[]> {
  return findFiles(site, ['/.env'], (response) => {
    if (isHtml(response) || /^\s*<(?:!doctype|html)/i.test(response.body)) return null;
    const variables = [...response.body.matchAll(environmentLine)].map(([, name = '']) => name);
    if (variables.length === 0) return null;
    return exposed(site, response, { variables: variables.slice(0, maxVariables) });
  });
}

async function findRepository(site: Site): Promise<Match[]> {
  return findFiles(site, ['/.git/HEAD'], (response) =>
    /^(?:ref: refs\/|[0-9a-f]{40}\s*$)/.test(response.body)
      ? exposed(site, response, { excerpt: excerpt(response.body, maxReferenceLength) })
      : null,
  );
}

async function findBackups(site: Site): Promise<Match[]> {
  return findFiles(site, backupPaths, (response, path) => {
    // Sites answer paths that they route themselves with a page. A copy of a page has the type of a page.
    const isRouted = isHtml(response) && !path.includes('.html');
    if (isRouted || response.body === '') return null;
    return exposed(site, response, { contentType: headerText(response, 'content-type') || null });
  });
}

async function findListings(site: Site): Promise<Match[]> {
  return findFiles(site, listingPaths, (response) => {
    const { title } = parseHtml(response.body);
    return listingTitle.test(title) ? exposed(site, response, { title: excerpt(title) }) : null;
  });
}

async function findStatusPages(site: Site): Promise<Match[]> {
  const marks = new Map(statusPages);
  return findFiles(site, [...marks.keys()], ({ url, status, body }, path) =>
    marks.get(path)?.test(body) ? { url, evidence: { status } } : null,
  );
}

async function findMissingContact(site: Site): Promise<Match[]> {
  const response = await site.requestFile(contactPath);
  if (response && /^contact:/im.test(response.body)) return [];
  return [{ url: new URL(contactPath, site.origin).href, evidence: { status: response?.status ?? null } }];
}

/** Requests the paths one after the other. */
async function findFiles(
  site: Site,
  paths: readonly string[],
  look: (response: SiteResponse, path: string) => Match | null,
): Promise<Match[]> {
  const matches: Match[] = [];
  for (const path of paths) {
    const response = await site.requestFile(path);
    const match = response && look(response, path);
    if (match) matches.push(match);
  }
  return matches;
}

/** Keeps the file for the search for leaks. Its contents stay out of the evidence. */
function exposed(site: Site, { url, status, body }: SiteResponse, evidence: Evidence): Match {
  site.exposedFiles.push({ url, body });
  return { url, evidence: { status, ...evidence } };
}
