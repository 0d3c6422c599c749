/**
 * Prunes GitHub's description of its REST API to the operations the action uses, for the loopback GitHub of the tests.
 *
 *   cd "$(mktemp -d)"
 *   npm pack @octokit/openapi
 *   tar -xzf octokit-openapi-*.tgz package/generated/api.github.com.json
 *   node <checkout>/scripts/prune-github-api.ts "$PWD/package/generated/api.github.com.json"
 *
 * The package unpacks to 385 MB, so it is no dependency; the result is data and is committed:
 * `test/fixtures/github-api/api.github.com.json`.
 */
import { readFile, writeFile } from 'node:fs/promises';

const OUTPUT = new URL('../test/fixtures/github-api/api.github.com.json', import.meta.url);

/** Path → methods, as the action calls them. */
const USED: Readonly<Record<string, readonly string[]>> = {
  '/repos/{owner}/{repo}': ['get'],
  '/repos/{owner}/{repo}/commits/{commit_sha}/pulls': ['get'],
  '/repos/{owner}/{repo}/contents/{path}': ['get'],
  '/repos/{owner}/{repo}/deployments': ['get'],
  '/repos/{owner}/{repo}/deployments/{deployment_id}/statuses': ['get'],
  '/repos/{owner}/{repo}/issues': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/{issue_number}': ['get', 'patch'],
  '/repos/{owner}/{repo}/issues/{issue_number}/comments': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/comments/{comment_id}': ['get', 'patch', 'delete'],
  '/repos/{owner}/{repo}/labels': ['post'],
  '/repos/{owner}/{repo}/labels/{name}': ['get'],
  '/repos/{owner}/{repo}/pulls/{pull_number}': ['get'],
};

/** Keywords that only people read. */
const PROSE = new Set(['description', 'summary', 'title', 'example', 'examples', 'externalDocs', 'tags']);

/** Their keys are names chosen by the description (a property may be called `description`), not keywords. */
const NAME_MAPS = new Set([
  'properties',
  'headers',
  'responses',
  'schemas',
  'parameters',
  'patternProperties',
]);

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function object(value: unknown, what: string): Json {
  if (!isObject(value))
    throw new Error(`${what} is missing or no object: is this GitHub's OpenAPI description?`);
  return value;
}

/** A copy of `value` without the keywords only people read. */
function withoutProse(value: unknown, keysAreNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item));
  if (!isObject(value)) return value;
  const kept: Json = {};
  for (const [key, child] of Object.entries(value)) {
    if (!keysAreNames && (PROSE.has(key) || key.startsWith('x-'))) continue;
    kept[key] = withoutProse(child, !keysAreNames && NAME_MAPS.has(key) && isObject(child));
  }
  return kept;
}

/**
 * `nullable` beside `oneOf` without a `type`, or beside an `enum` that lacks null, as the description has it here and
 * there: validators refuse the first and let no null pass by the second, so the null becomes one of the alternatives.
 */
function withExplicitNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExplicitNull);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, withExplicitNull(child)]);
  const { nullable, ...schema } = object(Object.fromEntries(entries), 'schema');
  if (nullable === undefined) return schema;
  if (nullable !== true || ('type' in schema && !('enum' in schema))) return { ...schema, nullable };
  return { anyOf: [schema, { type: 'string', nullable: true, enum: [null] }] };
}

/** A response needs its description by the rules of OpenAPI; an empty one keeps the document valid. */
function withResponseDescriptions(operation: Json): Json {
  const responses: Json = {};
  for (const [status, response] of Object.entries(object(operation['responses'], 'responses'))) {
    responses[status] =
      isObject(response) && !('$ref' in response) ? { description: '', ...response } : response;
  }
  return { ...operation, responses };
}

function usedPaths(source: Json): Json {
  const all = object(source['paths'], 'paths');
  const paths: Json = {};
  for (const [path, methods] of Object.entries(USED)) {
    const item = object(all[path], `path ${path}`);
    const kept: Json = {};
    for (const method of methods) {
      const operation = object(withoutProse(object(item[method], `${method} ${path}`)), path);
      kept[method] = withResponseDescriptions(operation);
    }
    paths[path] = kept;
  }
  return paths;
}

/** Every `$ref` within `value`, in the order met. */
function* references(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* references(item);
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      if (key === '$ref' && typeof child === 'string') yield child;
      else yield* references(child);
    }
  }
}

/** Copies what `paths` refer to, and what that refers to in turn. */
function usedComponents(source: Json, paths: Json): Json {
  const components: Record<string, Json> = {};
  const open = [...references(paths)];
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    const [, , kind = '', name = ''] = ref.split('/');
    const group = components[kind] ?? {};
    components[kind] = group;
    if (name in group) continue;
    const all = object(object(source['components'], 'components')[kind], `components/${kind}`);
    const component = object(withoutProse(object(all[name], ref)), ref);
    group[name] = kind === 'responses' ? { description: '', ...component } : component;
    open.push(...references(component));
  }
  return components;
}

const [sourcePath] = process.argv.slice(2);
if (sourcePath === undefined) {
  process.stderr.write('usage: node scripts/prune-github-api.ts <api.github.com.json>\n');
  process.exit(2);
}
const source = object(JSON.parse(await readFile(sourcePath, 'utf8')), 'the document');
const paths = usedPaths(source);
const info = object(source['info'], 'info');
const document = {
  openapi: source['openapi'],
  info: { title: info['title'], version: info['version'], license: info['license'] },
  servers: source['servers'],
  paths,
  components: usedComponents(source, paths),
};
const text = `${JSON.stringify(withExplicitNull(document))}\n`;
await writeFile(OUTPUT, text);
process.stdout.write(`${Object.keys(paths).length} paths, ${Math.round(text.length / 1000)} KB\n`);
