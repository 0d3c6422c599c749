/** GitHub's own description of its REST API, as a judge of what is sent and answered. */
import { readFile } from 'node:fs/promises';
import formats from 'ajv-formats';
import { OpenAPIBackend } from 'openapi-backend';

const FILE = new URL('../../fixtures/github-api/api.github.com.json', import.meta.url);

interface DescribedRequest {
  readonly method: string;
  /** Percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Description {
  /** The operation's id, such as `issues/create-comment`; `undefined` where the path and method are not described. */
  operationId(request: DescribedRequest): string | undefined;
  /** Path parameters, decoded. */
  parameters(request: DescribedRequest, operationId: string): Readonly<Record<string, string>>;
  /** What is wrong with the request; empty when nothing is. */
  requestErrors(request: DescribedRequest, operationId: string): string[];
  /** What is wrong with an answer in JSON (`null` for one without a body); empty when nothing is. */
  answerErrors(answer: unknown, operationId: string, status: number): string[];
}

let loaded: Promise<Description> | undefined;

/** Reads the description, once per process; its schemas are compiled as they are needed. */
export function loadDescription(): Promise<Description> {
  loaded ??= load();
  return loaded;
}

interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: unknown;
}

function describeErrors(errors: readonly SchemaError[] | null | undefined): string[] {
  return (errors ?? []).map(
    (error) => `${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
  );
}

/** The path of a file in `/contents/{path}` may hold slashes, which a template of one segment does not match. */
function normalizePath(path: string): string {
  const [, head, file] = /^(\/repos\/[^/]+\/[^/]+\/contents\/)(.+)$/.exec(path) ?? [];
  if (head === undefined || file === undefined) return path;
  return head + encodeURIComponent(decodeURIComponent(file));
}

async function load(): Promise<Description> {
  const api = new OpenAPIBackend({
    definition: JSON.parse(await readFile(FILE, 'utf8')),
    quick: true,
    strict: true,
    // Each test file compiles the schemas it meets and asks each a few times: what it takes to compile them is what counts.
    ajvOpts: { validateSchema: false, code: { optimize: false } },
    customizeAjv: (ajv) => {
      formats.default(ajv);
      // GitHub leaves addresses it does not have empty (`target_url` of a deployment status), against its own description.
      return ajv.addFormat('uri', (text: string) => text === '' || URL.canParse(text));
    },
  });
  await api.init();
  const toRequest = (request: DescribedRequest) => ({
    method: request.method,
    path: normalizePath(request.path),
    query: Object.fromEntries(request.query),
    headers: { ...request.headers },
    body: request.body,
  });
  return {
    operationId: (request) => api.matchOperation(toRequest(request))?.operationId,
    parameters: (request, operationId) => {
      const parsed = api.router.parseRequest(toRequest(request), api.router.getOperation(operationId));
      const decoded = Object.entries(parsed.params).map(([name, value]) => [
        name,
        decodeURIComponent(String(value)),
      ]);
      return Object.fromEntries(decoded);
    },
    requestErrors: (request, operationId) =>
      describeErrors(api.validator.validateRequest(toRequest(request), operationId).errors),
    answerErrors: (answer, operationId, status) =>
      describeErrors(api.validator.validateResponse(answer, operationId, status).errors),
  };
}
