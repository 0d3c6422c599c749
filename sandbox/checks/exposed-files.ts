import type { Preferences } from '../api/schema.ts';
import { isHtml, type Site } from '../scan/site.ts';
import type { SiteResponse } from '../scan/site-client.ts';
import type { Check, Evidence, Match } from './check.ts';

const environmentLine = /^(?:export )?([A-Z][A-Z0-9_]{1,60})=/gm;
const backupPaths = ['/index.html.bak', '/index.php.bak', '/backup.zip', '/backup.sql', '/site.tar.gz'];
const listingPaths = ['/uploads/', '/backup/', '/assets/', '/files/'];
const listingTitle = /<title>\s*(?:Index of|Directory listing for|Listing directory)\b/i;

/** What most of these checks have in common. */
const base = {
  type: 'exposed_files',
  group: 'Improper Control of a Resource Through its Lifetime',
  wanted: ({ crawler_options }: Preferences) => crawler_options.exposed_information,
} as const;

export const exposedFileChecks: readonly Check[] = [
  {
    ...base,
    id: 'env-file',
    group: 'Improper Access Control',
    name: 'Environment file exposed',
    cwe: [538, 552],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    find: (site) =>
      findFiles(site, ['/.env'], (response) => {
        const variables = [...response.body.matchAll(environmentLine)].map(([, name = '']) => name);
        return !isHtml(response) && variables.length > 0 && { variables: variables.slice(0, 20) };
      }),
  },
  {
    ...base,
    id: 'git-repository',
    name: 'Git repository exposed',
    cwe: [527, 538],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    find: (site) =>
      findFiles(site, ['/.git/HEAD'], ({ body }) => /^(?:ref: refs\/|[0-9a-f]{40}\s*$)/.test(body) && {}),
  },
  {
    ...base,
    id: 'backup-file',
    name: 'Backup file exposed',
    cwe: [530],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    find: (site) =>
      findFiles(site, backupPaths, (response, path) => {
        // Sites answer paths that they route themselves with a page. A copy of a page has the type of a page.
        const isRouted = isHtml(response) && !path.includes('.html');
        return !isRouted && response.body !== '' && {};
      }),
  },
  {
    ...base,
    id: 'directory-listing',
    name: 'Directory listing enabled',
    cwe: [548],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    wanted: ({ crawler_options }) => crawler_options.open_directory,
    find: (site) => findFiles(site, listingPaths, ({ body }) => listingTitle.test(body) && {}),
  },
];

/** Requests the paths one after the other. Contents of files stay out of the evidence. */
async function findFiles(
  site: Site,
  paths: readonly string[],
  look: (response: SiteResponse, path: string) => Evidence | false,
): Promise<Match[]> {
  const matches: Match[] = [];
  for (const path of paths) {
    const response = await site.requestFile(path);
    const evidence = response && look(response, path);
    if (evidence) matches.push({ url: response.url, evidence: { status: response.status, ...evidence } });
  }
  return matches;
}
