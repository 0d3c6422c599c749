/**
 * A loopback stand-in for the artifact service of GitHub Actions (results service and blob store in one), as
 * `@actions/artifact` talks to it: `CreateArtifact`, blocks, a block list, `FinalizeArtifact`.
 */
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { type Fault, Faults } from './faults.ts';
import { type Answer, type ReceivedRequest, startLoopback } from './loopback.ts';

const TWIRP = '/twirp/github.actions.results.api.v1.ArtifactService/';
const RUN_BACKEND_ID = 'ce7f54c7-61c7-4aae-887f-30da475f5f1a';
const JOB_BACKEND_ID = 'ca395085-040a-526b-2ce8-bdc85f692774';

interface UploadedArtifact {
  readonly name: string;
  readonly id: string;
  /** What was uploaded: a ZIP archive, or the bare file where it was not archived. */
  readonly bytes: Uint8Array;
  /** The files of the archive by name; the bare file under the artifact's name. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** ISO 8601, where a retention was asked for. */
  readonly expiresAt: string | undefined;
  readonly mimeType: string | undefined;
}

export interface ArtifactServiceOptions {
  /** Names that are taken: creating them answers 409. */
  readonly existing?: readonly string[];
  /** Every creation is refused for want of storage quota. */
  readonly quotaExceeded?: boolean;
  readonly faults?: readonly Fault[];
}

export interface ArtifactService extends AsyncDisposable {
  /** For `ACTIONS_RESULTS_URL`. */
  readonly url: string;
  /** Those that were finalized, in order. */
  readonly artifacts: readonly UploadedArtifact[];
  readonly faults: Faults;
  readonly requests: readonly ReceivedRequest[];
  /** Requests that broke the protocol. */
  readonly violations: readonly string[];
  /** For `ACTIONS_RUNTIME_TOKEN`: an unsigned JWT with the scope of this run. */
  runtimeToken(): string;
  close(): Promise<void>;
}

interface Upload {
  readonly name: string;
  readonly expiresAt: string | undefined;
  readonly mimeType: string | undefined;
  readonly blocks: Map<string, Uint8Array>;
  bytes: Uint8Array;
}

interface Store {
  readonly uploads: Map<string, Upload>;
  readonly artifacts: UploadedArtifact[];
  readonly violations: string[];
  readonly options: ArtifactServiceOptions;
  url: string;
}

/** Starts the service. */
export async function startArtifactService(options: ArtifactServiceOptions = {}): Promise<ArtifactService> {
  const store: Store = { uploads: new Map(), artifacts: [], violations: [], options, url: '' };
  const faults = new Faults(options.faults);
  const loopback = await startLoopback({ faults, respond: (request) => respond(store, request) });
  store.url = loopback.url;
  const { artifacts, violations } = store;
  return { ...loopback, artifacts, violations, faults, runtimeToken };
}

function runtimeToken(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const scp = `Actions.GenericRead:00000000 Actions.Results:${RUN_BACKEND_ID}:${JOB_BACKEND_ID}`;
  const expires = Math.floor(Date.now() / 1000) + 6 * 3600;
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ scp, exp: expires, iss: 'loopback' })}.unsigned`;
}

function refuse(store: Store, status: number, message: string): Answer {
  store.violations.push(message);
  return { status, json: { code: 'invalid_argument', msg: message } };
}

function respond(store: Store, request: ReceivedRequest): Answer {
  const { method, path, query } = request;
  if (path.startsWith(TWIRP)) {
    if (method !== 'POST') return refuse(store, 405, `${method} ${path}`);
    const token = request.headers['authorization']?.replace(/^Bearer /, '');
    if (token?.split('.')[1] === undefined) return refuse(store, 401, `${path}: no runtime token`);
    const body = new Map(Object.entries(typeof request.body === 'object' ? (request.body ?? {}) : {}));
    if (idsOf(body) !== `${RUN_BACKEND_ID} ${JOB_BACKEND_ID}`)
      return refuse(store, 403, `${path}: ids of another run`);
    if (path === `${TWIRP}CreateArtifact`) return create(store, body);
    if (path === `${TWIRP}FinalizeArtifact`) return finalize(store, body);
    return refuse(store, 404, `${path} is not a method this service knows`);
  }
  const upload = store.uploads.get(decodeURIComponent(path.split('/').at(-1) ?? ''));
  if (method !== 'PUT' || upload === undefined) return refuse(store, 404, `${method} ${path}`);
  // The signature stands for the right to write; the client must carry it along with every block.
  if (query.get('sig') !== 'loopback') return { status: 403, text: 'AuthenticationFailed' };
  if (query.get('comp') === 'block') return putBlock(store, upload, request);
  if (query.get('comp') === 'blocklist') return putBlockList(store, upload, request);
  // A blob of up to one block may come in one piece.
  upload.bytes = request.bytes;
  return { status: 201 };
}

/** The client writes JSON with the field names of the protocol's definition, or in camel case in older versions. */
function field(body: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const camel = name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
  const value = body.get(name) ?? body.get(camel);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function idsOf(body: ReadonlyMap<string, unknown>): string {
  return `${field(body, 'workflow_run_backend_id')} ${field(body, 'workflow_job_run_backend_id')}`;
}

function create(store: Store, body: ReadonlyMap<string, unknown>): Answer {
  const name = field(body, 'name') ?? '';
  if (name === '' || /[":<>|*?\r\n\\/]/.test(name)) {
    return refuse(store, 400, `the name ${JSON.stringify(name)} is not valid`);
  }
  if (store.options.quotaExceeded === true) {
    const msg = 'insufficient usage to create artifact: storage quota has been hit';
    return { status: 403, json: { code: 'resource_exhausted', msg } };
  }
  const taken =
    store.artifacts.some((one) => one.name === name) || (store.options.existing ?? []).includes(name);
  if (taken) {
    const msg = 'an artifact with this name already exists on the workflow run';
    return { status: 409, json: { code: 'already_exists', msg } };
  }
  store.uploads.set(name, {
    name,
    expiresAt: field(body, 'expires_at'),
    mimeType: field(body, 'mime_type'),
    blocks: new Map(),
    bytes: new Uint8Array(),
  });
  const signed_upload_url = `${store.url}/account/container/${encodeURIComponent(name)}?sig=loopback`;
  return { status: 200, json: { ok: true, signed_upload_url } };
}

function putBlock(store: Store, upload: Upload, request: ReceivedRequest): Answer {
  const id = request.query.get('blockid');
  if (id === null) return refuse(store, 400, 'a block without an id');
  upload.blocks.set(id, request.bytes);
  return { status: 201 };
}

function putBlockList(store: Store, upload: Upload, request: ReceivedRequest): Answer {
  const xml = Buffer.from(request.bytes).toString('utf8');
  const blocks: Uint8Array[] = [];
  for (const [, id = ''] of xml.matchAll(/<(?:Latest|Uncommitted)>([^<]*)</g)) {
    const block = upload.blocks.get(id);
    if (block === undefined) return refuse(store, 400, `block ${id} was never uploaded`);
    blocks.push(block);
  }
  upload.bytes = Buffer.concat(blocks);
  return { status: 201 };
}

function finalize(store: Store, body: ReadonlyMap<string, unknown>): Answer {
  const name = field(body, 'name') ?? '';
  const upload = store.uploads.get(name);
  if (upload === undefined) return refuse(store, 404, `artifact ${name} was never created`);
  const { bytes, expiresAt, mimeType } = upload;
  const size = Number(field(body, 'size') ?? 0);
  if (size !== bytes.length)
    return refuse(store, 400, `${name}: ${bytes.length} bytes came, ${size} were announced`);
  const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (field(body, 'hash') !== hash) return refuse(store, 400, `${name}: the hash is ${hash}`);
  const isArchive = Buffer.from(bytes.subarray(0, 2)).toString('latin1') === 'PK';
  const id = String(4711 + store.artifacts.length);
  const files = isArchive ? unzipSync(bytes) : { [name]: bytes };
  store.artifacts.push({ name, id, bytes, files, expiresAt, mimeType });
  store.uploads.delete(name);
  return { status: 200, json: { ok: true, artifact_id: id } };
}
