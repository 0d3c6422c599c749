/** Uploads the files: each PDF report by itself, and an archive of all files. */

import { basename, dirname } from 'node:path';
import { CancelledError } from '../core/problem.ts';
import { withinLimit } from '../core/time-limit.ts';
import type { RunContext } from '../github/context.ts';
import { artifactNameOf } from '../inputs/run-names.ts';
import { messageOf, warnOnFailure } from './failure-warnings.ts';
import type { PdfFile } from './pdf-reports.ts';
import type { Publication } from './publication.ts';

/**
 * Uploads each PDF as an artifact of its own, which opens in the browser, and an archive of all files. All uploads run
 * at the same time, because each takes four requests. The archive has the PDFs too: if the upload of one fails, its
 * link leads there. Nothing is uploaded if findings are withheld or the run is cancelled.
 *
 * @param others paths of the other files
 * @returns `pdfs`: each with the page of its artifact, or of the archive; `artifact`: the archive, `null` if it was not
 *   uploaded
 */
export async function uploadFiles(
  { ports, decided }: Publication,
  pdfs: readonly PdfFile[],
  others: readonly string[],
) {
  const { inputs, context, commentKey, disclosure } = decided.setup;
  const all = [...pdfs.map(({ path }) => path), ...others];
  if (all.length === 0 || disclosure.mode !== 'full' || ports.cancelled.aborted)
    return { pdfs, artifact: null };
  const { artifactName, retentionDays } = inputs.naming;
  const limits = { signal: ports.cancelled, limitMs: uploadLimitMs };
  const upload = (name: string | null, files: readonly string[]) =>
    withinLimit(() => uploadArtifact(name, files, context, retentionDays), limits);
  const uploadPdf = async (pdf: PdfFile): Promise<PdfFile> => {
    const say = (error: unknown) => `${pdf.type} was not uploaded by itself: ${messageOf(error)}`;
    const uploaded = await warnOnFailure(ports.log.info, () => upload(null, [pdf.path]), say);
    return { ...pdf, url: uploaded?.url ?? null };
  };
  const uploadAll = () => upload(artifactName ?? artifactNameOf(commentKey), all);
  const uploadArchive = () =>
    warnOnFailure(ports.log.warning, uploadAll, (error) => artifactWarning(error, all));
  // A log group, because the artifact client logs each of its steps.
  const [artifact, ...uploadedPdfs] = await ports.log.group('Uploading the artifacts', () =>
    Promise.all([uploadArchive(), ...pdfs.map(uploadPdf)]),
  );
  return { pdfs: uploadedPdfs.map((pdf) => ({ ...pdf, url: pdf.url ?? artifact?.url ?? null })), artifact };
}

/**
 * Longest time for a whole upload. The client has no such limit: it waits up to five minutes for each block, and
 * retries failures for half a minute.
 */
const uploadLimitMs = 300_000;

/** The servers that the artifact client supports. On other servers the client only logs a warning. */
const servedHost = /^(?:github\.com|.+\.ghe\.com|.+\.localhost)$/i;

/**
 * How many other names are tried. An earlier attempt of the run may have used the first name, and artifacts are
 * immutable.
 */
const otherNames = 3;

/**
 * Uploads the files as one artifact: an archive, or one file as it is. The client is loaded only here, because it is by
 * far the largest part of the action.
 *
 * @param name of an archive; `null` to upload one file as it is, by its own name, so that GitHub opens a PDF in the
 *   browser
 * @param files absolute paths, all in one folder
 * @throws what the artifact client throws, and an error that names GHES on GitHub Enterprise Server
 */
export async function uploadArtifact(
  name: string | null,
  files: readonly string[],
  { serverUrl, runUrl }: Pick<RunContext, 'serverUrl' | 'runUrl'>,
  retentionDays: number | null,
) {
  if (!servedHost.test(URL.parse(serverUrl)?.hostname ?? ''))
    throw new Error('GHES has no artifact service for this client');
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const client = new DefaultArtifactClient();
  const [first = ''] = files;
  const firstName = name ?? basename(first);
  for (let tries = 1; ; tries += 1) {
    const tried = tries === 1 ? firstName : `${firstName}-${tries}`;
    try {
      const options = { skipArchive: name === null, ...(retentionDays === null ? {} : { retentionDays }) };
      const { id } = await client.uploadArtifact(tried, [...files], dirname(first), options);
      if (id === undefined) throw new Error('the artifact service gave no id');
      return { id, url: `${runUrl}/artifacts/${id}` };
    } catch (error) {
      if (name === null || tries > otherNames || !/\(409\)|conflict|already exists/i.test(messageOf(error)))
        throw error;
    }
  }
}

/** Says what to do about a failed upload. @param files paths of the files that were written */
export function artifactWarning(error: unknown, files: readonly string[]): string {
  const names = files.map((file) => basename(file)).join(', ');
  const outputs = new Intl.ListFormat('en-GB').format(outputsOf(files));
  const say = (cause: string, remedy: string) =>
    `The artifact was not uploaded: ${cause}. The files (${names}) are on the runner all the same, at ${outputs}. ${remedy}`;
  const message = messageOf(error).replace(/\.$/, '');
  if (error instanceof CancelledError) return say('the run was cancelled', 'Re-run the job to upload them.');
  if (/GHES/i.test(message))
    return say(
      'this GitHub Enterprise Server has no artifact service for this client',
      'Upload them with a version of actions/upload-artifact that it supports.',
    );
  if (/ACTIONS_(?:RUNTIME_TOKEN|RESULTS_URL)/.test(message))
    return say('this runner offers no artifact service', 'Keep them by a later step.');
  if (/quota|storage/i.test(message))
    return say(message, 'Free artifact storage, or lower `retention-days`.');
  return say(message, 'Re-run the job to upload them.');
}

/** The outputs that hold the paths of `files`, each between backticks. */
function outputsOf(files: readonly string[]): string[] {
  return Object.entries({ '.pdf': 'report-path', '.json': 'result-path', '.sarif': 'sarif-path' })
    .filter(([ending]) => files.some((file) => file.endsWith(ending)))
    .map(([, output]) => `\`${output}\``);
}
