/** Other actions at pinned commits, and what each needs to reach its first request without a service. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Outside of `bench/`, whose files are linted. */
export const peersFolder = fileURLToPath(new URL('../peers', import.meta.url));

export interface Peer {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  readonly version: string;
  /** Of the version when it was chosen: tags can move. */
  readonly commit: string;
  /** Whether it contains a client of the artifact service. Default: no. */
  readonly uploads?: boolean;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Default `action.yml`. */
  readonly actionFile?: string;
  /** For a peer that ends before any request: why, and what it prints. */
  readonly ends?: { readonly because: string; readonly saying: string };
}

export function folderOf({ repository, commit }: Peer): string {
  return join(peersFolder, `${repository.replace('/', '+')}-${commit.slice(0, 7)}`);
}

/**
 * Actions in JavaScript that scan, gate or upload. Those without an input for the address of their service get `url` as
 * their proxy.
 *
 * @param url the loopback server for all requests
 */
export function peersAt(url: string): readonly Peer[] {
  return [
    // Has the artifact client of actions/upload-artifact, whose own bundle was not available.
    {
      repository: 'anchore/sbom-action',
      version: 'v0.24.0',
      commit: 'e22c389904149dbc22b58101806040fa8d37a610',
      uploads: true,
    },
    // Of this one and the next, the newest version with an available bundle.
    {
      repository: 'zaproxy/action-full-scan',
      version: 'v0.11.0',
      commit: '0f8503472afc3d03963d42a593629622d1a8c13b',
      uploads: true,
      inputs: { target: 'https://shop.example' },
      // Without a PATH, it cannot start a container.
      env: { PATH: '' },
      ends: { because: 'it finds no command to start', saying: 'Unable to locate executable file: chmod' },
    },
    {
      repository: 'actions/dependency-review-action',
      version: 'v4.7.3',
      commit: '595b5aeba73380359d98a5e087f648dbb0edce1b',
      env: { GITHUB_API_URL: url },
    },
    {
      repository: 'anchore/scan-action',
      version: 'v7.4.0',
      commit: 'e1165082ffb1fe366ebaf02d8526e7c4989ea9d2',
    },
    {
      repository: 'stackhawk/hawkscan-action',
      version: 'v3.1.1',
      commit: '9d8651a084df3a0b71a47de3c74bbb9be6986b41',
      // With its default version, it requests its own host without a proxy.
      inputs: { apiKey: 'bench-key-0001', version: '6.0.0', sourceURL: `${url}/hawk/cli` },
    },
    {
      repository: 'google-github-actions/auth',
      version: 'v3.0.0',
      commit: '7c6bc770dae815cd3e89ee6cdf493a5fab2cc093',
      inputs: {
        workload_identity_provider: 'projects/1/locations/global/workloadIdentityPools/bench/providers/bench',
      },
      env: {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?v=1`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'bench-token',
      },
    },
    {
      repository: 'rapid7/insightappsec-scan-github-actions',
      version: 'v1.3.6',
      commit: '7f29f19b04019c64b0d56090bebf8271559230ec',
      inputs: { 'api-key': 'bench-key-0001', 'scan-config-id': '7f3a1c9e-2d4b-4e8f-9a6c-5b0d1e2f3a4b' },
      actionFile: 'action.yaml',
    },
    {
      repository: 'NeuraLegion/run-scan',
      version: 'v1.4',
      commit: '40621963217222e8bc42b6da45091755d40788fb',
      inputs: { api_token: 'bench-key-0001', restart_scan: 'bench' },
    },
  ];
}
