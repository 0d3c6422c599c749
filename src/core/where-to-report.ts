/**
 * Where to report a bug of the action: the issues of the repository that the step uses. `null` if the runner does not name it
 * (`uses: ./`), and outside github.com: there, the action may be from either server.
 */
export function issuesPage({ env }: Pick<NodeJS.Process, 'env'> = process): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_ACTION_REPOSITORY: repository = '' } = env;
  const isKnown = server === 'https://github.com' && /^[\w.-]+\/[\w.-]+$/.test(repository);
  return isKnown ? `${server}/${repository}/issues` : null;
}

/** Where to open an issue, as the end of a sentence. */
export function enWhereToReport(): string {
  const page = issuesPage();
  return page === null ? 'in the repository that `uses:` names' : `at ${page}`;
}

export function ptWhereToReport(): string {
  const page = issuesPage();
  return page === null ? 'no repositório indicado em `uses:`' : `em ${page}`;
}
