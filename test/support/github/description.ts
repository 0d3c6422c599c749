/** GitHub's own description of its REST API. It checks requests and answers, and completes answers. */
import { readFile } from 'node:fs/promises';
import type { ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { OpenAPIBackend } from 'openapi-backend';
import type { ReceivedRequest } from '../loopback.ts';

const file = new URL('../../fixtures/github-api/api.github.com.json', import.meta.url);

/** `match` and `answerErrors` say what is wrong, and nothing if nothing is. */
export type Description = Awaited<ReturnType<typeof load>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Described {
  readonly operationId: string;
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

let loaded: Promise<Description> | undefined;

/** Reads the description, once per process; a schema is compiled when it is first needed. */
export function loadDescription(): Promise<Description> {
  loaded ??= load();
  return loaded;
}

/** The path in `/contents/{path}` may hold slashes, which a parameter of the description does not match. */
function normalizePath(path: string): string {
  const [, head, filePath] = /^(\/repos\/[^/]+\/[^/]+\/contents\/)(.+)$/.exec(path) ?? [];
  if (head === undefined || filePath === undefined) return path;
  return head + encodeURIComponent(decodeURIComponent(filePath));
}

function describeErrors(errors: readonly Partial<ErrorObject>[] | null | undefined): string[] {
  return (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

async function load() {
  const text = await readFile(file, 'utf8');
  const api = new OpenAPIBackend({
    definition: JSON.parse(text),
    quick: true,
    strict: true,
    // Every test file compiles the schemas that it meets and uses each a few times, so compiling must be fast.
    ajvOpts: { validateSchema: false, code: { optimize: false } },
    customizeAjv: (ajv) => {
      formats.default(ajv);
      // GitHub leaves an unknown address empty, against its own description.
      return ajv.addFormat('uri', (uri: string) => uri === '' || URL.canParse(uri));
    },
  });
  await api.init();
  /** The operation of a request and the decoded parameters of its path; `undefined` for one that is not described. */
  const match = ({ method, path, query, headers, body }: ReceivedRequest) => {
    const entries = Object.fromEntries(query);
    const request = { method, body, headers: { ...headers }, path: normalizePath(path), query: entries };
    const operation = api.matchOperation(request);
    if (operation?.operationId === undefined) return undefined;
    const { operationId } = operation;
    const params = Object.entries(api.router.parseRequest(request, operation).params);
    const parameters = Object.fromEntries(
      params.map(([name, value]) => [name, decodeURIComponent(`${value}`)]),
    );
    const { errors } = api.validator.validateRequest(request, operationId);
    return { operationId, parameters, errors: describeErrors(errors) };
  };
  return {
    match,
    complete: createCompletion(JSON.parse(text)),
    answerErrors: (answer: unknown, operationId: string, status: number) =>
      describeErrors(api.validator.validateResponse(answer, operationId, status).errors),
  };
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Adds to an answer the fields that the description requires of it and that it lacks. */
function createCompletion({ paths, components }: Document) {
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const responses = new Map(described.map((operation) => [operation.operationId, operation.responses]));

  /** The schemas without references and combinations that a value may follow. */
  const alternatives = (schema: Schema): readonly Schema[] => {
    const { $ref, oneOf, anyOf, allOf } = schema;
    if ($ref !== undefined) return alternatives(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
    const choices = oneOf ?? anyOf ?? allOf?.slice(0, 1);
    return choices?.flatMap(alternatives) ?? [schema];
  };
  const completeObject = ({ required = [], properties = {} }: Schema, known: object): unknown => {
    const given = Object.entries(known);
    const missing = required.filter((name) => !(name in known)).map((name) => [name, undefined] as const);
    return Object.fromEntries(
      [...given, ...missing].map(([name, value]) => [name, complete(properties[name] ?? {}, value)]),
    );
  };
  const complete = (schema: Schema, known: unknown): unknown => {
    const choices = alternatives(schema);
    if (known === undefined) return leastValue(choices);
    const { items = {}, ...choice } = choices.find(({ type }) => type === typeOf(known)) ?? {};
    if (Array.isArray(known)) return known.map((item) => complete(items, item));
    return typeof known === 'object' && known !== null ? completeObject(choice, known) : known;
  };
  /** The smallest value that one of `choices` allows. */
  const leastValue = (choices: readonly Schema[]): unknown => {
    if (choices.some(({ nullable }) => nullable)) return null;
    const [choice = {}] = choices;
    if (choice.enum !== undefined) return choice.enum[0];
    const least: Readonly<Record<string, () => unknown>> = {
      object: () => completeObject(choice, {}),
      array: () => [],
      string: () => (choice.format === 'date-time' ? '2026-01-01T00:00:00Z' : ''),
      integer: () => 0,
      number: () => 0,
      boolean: () => false,
    };
    return least[choice.type ?? 'object']?.();
  };
  return (known: unknown, operationId: string, status: number): unknown => {
    const schema = responses.get(operationId)?.[status]?.content?.['application/json']?.schema;
    return schema === undefined ? known : complete(schema, known);
  };
}
