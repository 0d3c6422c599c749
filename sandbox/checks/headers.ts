import { type Check, excerpt, matchPages } from './check.ts';

/** What the checks of headers that a page lacks have in common. */
const base = { type: 'headers', group: 'Protection Mechanism Failure' } as const;

export const headerChecks: readonly Check[] = [
  {
    ...base,
    id: 'csp-missing',
    name: 'Content-Security-Policy header missing',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    find: lacks('content-security-policy', (value) => value !== ''),
  },
  {
    ...base,
    id: 'frame-options-missing',
    name: 'Pages can be framed by other sites',
    cwe: [1021],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N',
    find: lacks('x-frame-options', (value) => /^(?:deny|sameorigin)$/i.test(value)),
  },
  {
    ...base,
    id: 'content-type-options-missing',
    name: 'X-Content-Type-Options header missing',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    find: lacks('x-content-type-options', (value) => /^nosniff$/i.test(value)),
  },
];

/** The pages whose header is not `isFine`. The text of a missing one is empty. */
function lacks(header: string, isFine: (value: string) => boolean): Check['find'] {
  return (site) =>
    matchPages(site, ({ headers }) => {
      const value = headers.get(header) ?? '';
      return !isFine(value) && { header, ...(value && { value: excerpt(value) }) };
    });
}
