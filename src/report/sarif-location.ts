import type { SarifLocation } from './sarif-format.ts';

/** Where alerts stand when no workflow file of this repository is known: the policy file's usual place. */
const defaultPath = '.github/scan-gate.yml';

/**
 * The file that alerts are shown on. A finding of a running site has no line of code, and GitHub wants one: the workflow
 * that asked for the scan stands for it, by its path in the repository.
 *
 * @param workflowRef `GITHUB_WORKFLOW_REF`, such as `octo/shop/.github/workflows/ci.yml@refs/heads/main`, or `null`
 * @param repository `GITHUB_REPOSITORY`. A workflow of another one (a required or reusable workflow) has no file here
 */
export function alertLocation(workflowRef: string | null, repository: string): SarifLocation {
  const path = workflowPath(workflowRef ?? '', repository) ?? defaultPath;
  return {
    physicalLocation: {
      artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
      region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
    },
  };
}

function workflowPath(workflowRef: string, repository: string): string | null {
  const prefix = `${repository}/`;
  const path = /^(\.github\/workflows\/[^/\\]{1,200}\.ya?ml)@/iu.exec(workflowRef.slice(prefix.length))?.[1];
  const isOwn = workflowRef.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
  return isOwn && path?.isWellFormed() ? path : null;
}
