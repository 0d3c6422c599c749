import { parseHtml } from '../scan/html.ts';
import { isHtml, type Site } from '../scan/site.ts';
import { headerText, type SiteResponse } from '../scan/site-client.ts';
import { type Check, type Evidence, excerpt, type Match } from './check.ts';

const maxVariables = 20;
const maxReferenceLength = 60;
const environmentLine = /^(?:export )?([A-Z][A-Z0-9_]{1,60})=/gm;
const backupPaths = [
  ...['/index.html.bak', '/index.php.bak', '/backup.zip'],
  ...['/backup.sql', '/config.php~', '/site.tar.gz'],
];
const listingPaths = ['/uploads/', '/backup/', '/assets/', '/files/'];
const listingTitle = /^(?:Index of|Directory listing for|Listing directory)\b/i;
/** Usual names of web shells, and what their pages say. */
const webShellPaths = ['/shell.php', '/c99.php', '/wso.php'];
const webShellMark = /c99shell|r57shell|b374k|\bWSO \d|FilesMan|Web Shell by/i;
/** Pages for administrators, and what they say. */
const statusPages = new Map([
  ['/phpinfo.php', /<title>[^<]{0,40}phpinfo\(\)/i],
  ['/server-status', /<title>Apache Status|Server Version:/i],
]);
const contactPath = '/.well-known/security.txt';

export const exposedFileChecks: readonly Check[] = [
  {
    id: 'web-shell',
    type: 'exposed_files',
    group: 'Improper Access Control',
    name: 'Web shell present',
    cwe: [553, 912],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    description:
      'A file on the site presents itself as a web shell, a back door that runs commands on the server.',
    remediation:
      'Treat the server as compromised: take it off the network, rebuild it, and change every secret it held.',
    wanted: ({ crawler_options }) => crawler_options.backdoor_detection,
    find: (site) =>
      findFiles(site, webShellPaths, ({ url, body }) => {
        const mark = webShellMark.exec(body)?.[0];
        return mark === undefined ? null : { url, evidence: { mark } };
      }),
  },
  {
    id: 'env-file',
    type: 'exposed_files',
    group: 'Improper Access Control',
    name: 'Environment file exposed',
    cwe: [538, 552],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    description:
      'The file /.env can be downloaded by anybody. Such files usually hold passwords and keys of the application.',
    remediation:
      'Block files that begin with a dot in the web server, keep .env outside the web root, and change every secret in it.',
    wanted: ({ crawler_options }) => crawler_options.exposed_information,
    find: (site) => findFiles(site, ['/.env'], (response) => environmentFile(site, response)),
  },
  {
    id: 'git-repository',
    type: 'exposed_files',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Git repository exposed',
    cwe: [527, 538],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    description: 'The .git folder is reachable, so the source code and its whole history can be downloaded.',
    remediation:
      'Do not deploy the .git folder, block it in the web server, and change secrets that were ever committed.',
    wanted: ({ crawler_options }) => crawler_options.exposed_information,
    find: (site) =>
      findFiles(site, ['/.git/HEAD'], (response) =>
        /^(?:ref: refs\/|[0-9a-f]{40}\s*$)/.test(response.body)
          ? exposed(site, response, { excerpt: excerpt(response.body, maxReferenceLength) })
          : null,
      ),
  },
  {
    id: 'backup-file',
    type: 'exposed_files',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Backup file exposed',
    cwe: [530],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    description:
      'A backup copy can be downloaded. Copies show source code, data or credentials that the site itself hides.',
    remediation:
      'Delete the file, keep backups outside the web root, and block backup endings in the web server.',
    wanted: ({ crawler_options }) => crawler_options.exposed_information,
    find: (site) =>
      findFiles(site, backupPaths, (response, path) => {
        // Sites answer paths that they route themselves with a page. A copy of a page has the type of a page.
        const isRouted = isHtml(response) && !path.includes('.html');
        if (isRouted || response.body === '') return null;
        return exposed(site, response, { contentType: headerText(response, 'content-type') || null });
      }),
  },
  {
    id: 'directory-listing',
    type: 'exposed_files',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Directory listing enabled',
    cwe: [548],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    description: 'The server lists the files of a directory, including those that no page links to.',
    remediation: 'Switch directory listings off (autoindex off, Options -Indexes).',
    wanted: ({ crawler_options }) => crawler_options.open_directory,
    find: (site) =>
      findFiles(site, listingPaths, (response) => {
        const { title } = parseHtml(response.body);
        return listingTitle.test(title) ? exposed(site, response, { title: excerpt(title) }) : null;
      }),
  },
  {
    id: 'status-page',
    type: 'exposed_information',
    group: 'Improper Access Control',
    name: 'Status page open to everybody',
    cwe: [497, 306],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    description:
      'A page with details about the server (configuration, modules, current requests) is open without a login.',
    remediation: 'Remove the page, or allow it from the administration network only.',
    wanted: ({ crawler_options }) => crawler_options.exposed_information,
    find: (site) =>
      findFiles(site, [...statusPages.keys()], ({ url, status, body }, path) =>
        statusPages.get(path)?.test(body) ? { url, evidence: { status } } : null,
      ),
  },
  {
    id: 'security-txt-missing',
    type: 'exposed_information',
    group: 'Unspecified Threat',
    name: 'No contact for security reports',
    cwe: [],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    reference: 'https://www.rfc-editor.org/rfc/rfc9116',
    description: 'There is no /.well-known/security.txt that tells finders of a weakness whom to write to.',
    remediation: 'Publish /.well-known/security.txt with Contact and Expires fields.',
    async find(site) {
      const response = await site.requestFile(contactPath);
      if (response && /^contact:/im.test(response.body)) return [];
      const evidence = { status: response?.status ?? null };
      return [{ url: new URL(contactPath, site.origin).href, evidence }];
    },
  },
];

function environmentFile(site: Site, response: SiteResponse): Match | null {
  if (isHtml(response) || /^\s*<(?:!doctype|html)/i.test(response.body)) return null;
  const variables = [...response.body.matchAll(environmentLine)].map(([, name = '']) => name);
  if (variables.length === 0) return null;
  return exposed(site, response, { variables: variables.slice(0, maxVariables) });
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
