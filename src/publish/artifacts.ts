/** Uploads the files: each PDF report by itself, and an archive of the others. */

import { basename, dirname } from 'node:path';
import { withinLimit } from '../core/time-limit.ts';
import type { RunContext } from '../github/context.ts';
import { artifactNameOf } from '../settings/run-names.ts';
import type { Publication } from './publication.ts';
import { messageOf } from './warnings.ts';

/** An artifact: its id, and the page that shows it. */
interface Artifact {
  readonly id: number;
  readonly url: string;
}

/**
 * Uploads each PDF as an artifact of its own, which opens in the browser, and an archive of the other files, which does
 * not wait for the PDFs. Nothing is uploaded if findings are withheld or the run is cancelled.
 *
 * @param others paths of the other files
 * @returns `pdfUrls`: for each PDF, in their order. `null`: not uploaded
 */
export async function uploadFiles(
  { ports, judgedRun }: Publication,
  pdfs: Promise<readonly { readonly path: string }[]>,
  others: readonly string[],
): Promise<{ pdfUrls: (string | null)[]; archive: Artifact | null }> {
  const { context, commentKey, resolvedDisclosure } = judgedRun.setup;
  const hasFiles = others.length > 0 || (await pdfs).length > 0;
  if (!hasFiles || resolvedDisclosure.mode !== 'full' || ports.cancelSignal.aborted)
    return { pdfUrls: (await pdfs).map(() => null), archive: null };
  const limits = { signal: ports.cancelSignal, limitMs: uploadLimitMs };
  const errors: unknown[] = [];
  const failedFiles: string[] = [];
  const upload = async (name: string | null, files: readonly string[]) => {
    try {
      return await withinLimit(() => uploadArtifact(name, files, context), limits);
    } catch (error) {
      errors.push(error);
      failedFiles.push(...files);
      return null;
    }
  };
  const archiveName = artifactNameOf(commentKey, context.attempt);
  const uploadArchive = async () => (others.length === 0 ? null : upload(archiveName, others));
  const uploadPdfs = async () => Promise.all((await pdfs).map(({ path }) => upload(null, [path])));
  // A log group, because the artifact client logs each of its steps.
  const [archive, uploaded] = await ports.log.group('Uploading the artifacts', () =>
    Promise.all([uploadArchive(), uploadPdfs()]),
  );
  // Uploads mostly fail for the same reason, so there is one warning for all of them.
  if (errors.length > 0) ports.log.warning(uploadWarning(errors[0], failedFiles));
  return { pdfUrls: uploaded.map((artifact) => artifact?.url ?? null), archive };
}

/**
 * Longest time for a whole upload. The client has no such limit: it waits up to five minutes for each block, and
 * retries failures for half a minute.
 */
const uploadLimitMs = 300_000;

/** The servers that the artifact client supports. On other servers the client only logs a warning. */
const servedHost = /^(?:github\.com|.+\.ghe\.com|.+\.localhost)$/i;

/**
 * Uploads the files as one artifact: an archive, or one file as it is. The client is loaded only here, because it is by
 * far the largest part of the action.
 *
 * @param name of an archive; `null` to upload one file as it is, by its own name, so that GitHub opens a PDF in the
 *   browser
 * @param files absolute paths, all in one folder
 * @throws what the artifact client throws, and an error that names GHES on GitHub Enterprise Server
 */
async function uploadArtifact(
  name: string | null,
  files: readonly string[],
  { serverUrl, runUrl }: Pick<RunContext, 'serverUrl' | 'runUrl'>,
): Promise<Artifact> {
  if (!servedHost.test(URL.parse(serverUrl)?.hostname ?? ''))
    throw new Error('GitHub Enterprise Server (GHES) has no artifact service for this client');
  if (!process.env['ACTIONS_RUNTIME_TOKEN']) throw new Error('ACTIONS_RUNTIME_TOKEN is not set');
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const [first = ''] = files;
  const options = { skipArchive: name === null };
  const client = new DefaultArtifactClient();
  const { id } = await client.uploadArtifact(name ?? basename(first), [...files], dirname(first), options);
  if (id === undefined) throw new Error('the artifact service gave no id');
  return { id, url: `${runUrl}/artifacts/${id}` };
}

/** What to do about a cause, by the words of the client or the service. */
const remedies: readonly (readonly [cause: RegExp, remedy: string])[] = [
  [/GHES/i, 'Upload them with a version of actions/upload-artifact that this server supports.'],
  [
    /ACTIONS_(?:RUNTIME_TOKEN|RESULTS_URL)/,
    'This runner has no artifact service: keep them by a later step.',
  ],
  [/quota|storage/i, 'Free artifact storage.'],
  // The name holds the attempt, so another job of this attempt has taken it.
  [
    /\(409\)|conflict|already exists/i,
    'Another job of this run has the same `comment-key`: give each its own.',
  ],
];

/** Says what to do about a failed upload. @param files paths of the files that were written */
function uploadWarning(error: unknown, files: readonly string[]): string {
  const cause = messageOf(error).replace(/\.$/, '');
  const [, remedy] = remedies.find(([pattern]) => pattern.test(cause)) ?? [];
  const names = files.map((file) => basename(file)).join(', ');
  return `The artifact was not uploaded: ${cause}. The files are on the runner all the same, at the paths in the outputs: ${names}. ${remedy ?? 'Re-run the job to upload them.'}`;
}
