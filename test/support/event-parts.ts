/** What the payloads of several events share. */

export type Json = Readonly<Record<string, unknown>>;

export interface RunnerEvent {
  /** `GITHUB_EVENT_NAME`. */
  readonly name: string;
  /** Content of the file at `GITHUB_EVENT_PATH`. */
  readonly payload: Json;
  /** `GITHUB_SHA`, `GITHUB_REF` and the like, as they differ from event to event. */
  readonly env?: Readonly<Record<string, string>>;
}

export const HEAD_SHA = '1'.repeat(40);
export const BASE_SHA = '2'.repeat(40);
/** What `GITHUB_SHA` is on pull requests: the merge of head and base. */
export const MERGE_SHA = '3'.repeat(40);

export interface RepositoryOptions {
  /** `owner/name`; default `acme/storefront`. */
  readonly repository?: string;
  /** Default true. */
  readonly private?: boolean;
  readonly defaultBranch?: string;
}

export interface BranchOptions extends RepositoryOptions {
  readonly sha?: string;
  readonly branch?: string;
}

export function user(login: string): Json {
  const isBot = login.endsWith('[bot]');
  return { login, id: isBot ? 49_699_333 : 583_231, type: isBot ? 'Bot' : 'User', site_admin: false };
}

export function repositoryPayload(options: RepositoryOptions): Json {
  const fullName = options.repository ?? 'acme/storefront';
  const [owner = '', name = ''] = fullName.split('/');
  const isPrivate = options.private ?? true;
  return {
    id: 700_001,
    name,
    full_name: fullName,
    private: isPrivate,
    visibility: isPrivate ? 'private' : 'public',
    owner: user(owner),
    html_url: `https://github.com/${fullName}`,
    fork: false,
    default_branch: options.defaultBranch ?? 'main',
  };
}

export function onBranch(ref: string, sha: string): Readonly<Record<string, string>> {
  return { GITHUB_SHA: sha, GITHUB_REF: `refs/heads/${ref}` };
}
