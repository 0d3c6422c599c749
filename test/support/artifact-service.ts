/**
 * A loopback stand-in for the artifact service of GitHub Actions (results service and blob store in one), as
 * `@actions/artifact` speaks to it: `CreateArtifact`, blocks, a block list, `FinalizeArtifact`.
 */
import { unzipSync } from 'fflate';
import { type Fault, Faults } from './faults.ts';
import { type Answer, type Loopback, type ReceivedRequest, startLoopback } from './loopback.ts';

const twirp = '/twirp/github.actions.results.api.v1.ArtifactService/';
const runId = 'ce7f54c7-61c7-4aae-887f-30da475f5f1a';
const jobId = 'ca395085-040a-526b-2ce8-bdc85f692774';

interface Upload {
  /** ISO 8601, if a retention was asked for. */
  readonly expiresAt: string;
  /** Which GitHub serves it with: a browser shows `application/pdf`. */
  readonly contentType: string;
  readonly blocks: Map<string, Uint8Array>;
  /** A ZIP archive, or the bare file. */
  bytes: Uint8Array;
}

interface UploadedArtifact extends Readonly<Omit<Upload, 'blocks'>> {
  readonly name: string;
  readonly id: string;
  /** The files of the archive by name; a bare file under the artifact's name. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export interface ArtifactServiceOptions {
  /** Names that are taken: to create them answers 409. */
  readonly existing?: readonly string[];
  /** The storage is full, so nothing can be created. */
  readonly quotaExceeded?: boolean;
  readonly faults?: readonly Fault[];
}

interface Store {
  readonly uploads: Map<string, Upload>;
  /** The finalized ones, in order. */
  readonly artifacts: UploadedArtifact[];
  /** Requests that broke the protocol. */
  readonly violations: string[];
  readonly options: ArtifactServiceOptions;
}

export type ArtifactService = Awaited<ReturnType<typeof startArtifactService>>;

/**
 * Starts the service. Its address is for `ACTIONS_RESULTS_URL`, and `runtimeToken` for `ACTIONS_RUNTIME_TOKEN`: an
 * unsigned JWT with the scope of this run. After `nextRun` every name is free, as in another workflow run.
 */
export async function startArtifactService(options: ArtifactServiceOptions = {}) {
  const store: Store = { uploads: new Map(), artifacts: [], violations: [], options };
  const { artifacts, violations } = store;
  const faults = new Faults(options.faults);
  const loopback: Loopback = await startLoopback({
    faults,
    respond: (request) =>
      request.path.startsWith(twirp) ? call(store, request, loopback.url) : upload(store, request),
  });
  const nextRun = () => {
    artifacts.length = 0;
  };
  return { ...loopback, artifacts, violations, faults, runtimeToken, nextRun };
}

function runtimeToken(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const scp = `Actions.GenericRead:00000000 Actions.Results:${runId}:${jobId}`;
  const exp = Math.floor(Date.now() / 1000) + 6 * 3600;
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ scp, exp, iss: 'loopback' })}.unsigned`;
}

function refuse({ violations }: Store, status: number, msg: string): Answer {
  violations.push(msg);
  return { status, json: { code: 'invalid_argument', msg } };
}

type Field = (name: string) => string;

/** The client writes JSON with the field names of the protocol's definition. */
function fieldsOf(body: unknown): Field {
  const fields = new Map(Object.entries(typeof body === 'object' ? (body ?? {}) : {}));
  return (name) => String(fields.get(name) ?? '');
}

/** A method of the results service. @param url where blobs go */
function call(store: Store, { method, path, headers, body }: ReceivedRequest, url: string): Answer {
  if (method !== 'POST') return refuse(store, 405, `${method} ${path}`);
  if (!/^Bearer [^.]+\.[^.]+/.test(headers['authorization'] ?? ''))
    return refuse(store, 401, `${path}: no runtime token`);
  const field = fieldsOf(body);
  if (field('workflow_run_backend_id') !== runId || field('workflow_job_run_backend_id') !== jobId)
    return refuse(store, 403, `${path}: ids of another run`);
  if (path === `${twirp}CreateArtifact`) return create(store, field, url);
  if (path === `${twirp}FinalizeArtifact`) return finalize(store, field);
  return refuse(store, 404, `${path} is not a method this service knows`);
}

function create(store: Store, field: Field, url: string): Answer {
  const { uploads, artifacts, options } = store;
  const name = field('name');
  if (name === '' || /[":<>|*?\r\n\\/]/.test(name))
    return refuse(store, 400, `the name ${JSON.stringify(name)} is not valid`);
  if (options.quotaExceeded === true) {
    const msg = 'insufficient usage to create artifact: storage quota has been hit';
    return { status: 403, json: { code: 'resource_exhausted', msg } };
  }
  if (artifacts.some((one) => one.name === name) || options.existing?.includes(name)) {
    const msg = 'an artifact with this name already exists on the workflow run';
    return { status: 409, json: { code: 'already_exists', msg } };
  }
  const contentType = field('mime_type');
  const isFile = /\.[a-z]{3,4}$/.test(name);
  if (contentType !== (isFile ? 'application/pdf' : 'application/zip'))
    return refuse(store, 400, `${name}: the content type is ${contentType}`);
  const expiresAt = field('expires_at');
  uploads.set(name, { expiresAt, contentType, blocks: new Map(), bytes: new Uint8Array() });
  const signed_upload_url = `${url}/account/container/${encodeURIComponent(name)}?sig=loopback`;
  return { status: 200, json: { ok: true, signed_upload_url } };
}

/** A request to the blob store: a block, the list of blocks, or a blob of up to one block in one piece. */
function upload(store: Store, { method, path, query, headers, bytes }: ReceivedRequest): Answer {
  const blob = store.uploads.get(decodeURIComponent(path.split('/').at(-1) ?? ''));
  if (method !== 'PUT' || blob === undefined) return refuse(store, 404, `${method} ${path}`);
  // The signature is the right to write; the client must send it with every block.
  if (query.get('sig') !== 'loopback') return { status: 403, text: 'AuthenticationFailed' };
  if (query.get('comp') === 'block') {
    blob.blocks.set(query.get('blockid') ?? '', bytes);
  } else if (headers['x-ms-blob-content-type'] !== blob.contentType) {
    return refuse(store, 400, `${path}: the content type is ${headers['x-ms-blob-content-type']}`);
  } else if (query.get('comp') === 'blocklist') {
    const xml = Buffer.from(bytes).toString('utf8');
    const ids = [...xml.matchAll(/<(?:Latest|Uncommitted)>([^<]*)</g)].map(([, id = '']) => id);
    const unknown = ids.find((id) => !blob.blocks.has(id));
    if (unknown !== undefined) return refuse(store, 400, `block ${unknown} was never uploaded`);
    blob.bytes = Buffer.concat(ids.flatMap((id) => blob.blocks.get(id) ?? []));
  } else {
    blob.bytes = bytes;
  }
  return { status: 201 };
}

function finalize(store: Store, field: Field): Answer {
  const name = field('name');
  const blob = store.uploads.get(name);
  if (blob === undefined) return refuse(store, 404, `artifact ${name} was never created`);
  const { bytes, expiresAt, contentType } = blob;
  if (Number(field('size')) !== bytes.length)
    return refuse(store, 400, `${name}: ${bytes.length} bytes came, ${field('size')} were announced`);
  const files = contentType === 'application/zip' ? unzipSync(bytes) : { [name]: bytes };
  const id = String(4711 + store.artifacts.length);
  store.artifacts.push({ name, id, bytes, files, expiresAt, contentType });
  store.uploads.delete(name);
  return { status: 200, json: { ok: true, artifact_id: id } };
}
