/**
 * Prunes GitHub's description of its REST API to the operations that the action uses, for the loopback GitHub of the
 * tests.
 *
 *   cd "$(mktemp -d)"
 *   npm pack @octokit/openapi
 *   tar -xzf octokit-openapi-*.tgz package/generated/api.github.com.json
 *   node <checkout>/scripts/prune-github-api.ts "$PWD/package/generated/api.github.com.json"
 *
 * The package unpacks to 385 MB, so it is no dependency. The result is committed:
 * `test/fixtures/github-api/api.github.com.json`.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { isMapping } from '../src/core/fields.ts';

const output = new URL('../test/fixtures/github-api/api.github.com.json', import.meta.url);

/** Path → methods. */
const usedMethods: Readonly<Record<string, readonly string[]>> = {
  '/repos/{owner}/{repo}': ['get'],
  '/repos/{owner}/{repo}/commits/{commit_sha}/pulls': ['get'],
  '/repos/{owner}/{repo}/commits/{ref}': ['get'],
  '/repos/{owner}/{repo}/commits/{ref}/statuses': ['get'],
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
  '/repos/{owner}/{repo}/statuses/{sha}': ['post'],
};

/** Keywords for people. */
const proseKeys = new Set(['description', 'summary', 'title', 'example', 'examples', 'externalDocs', 'tags']);

/** Their keys are names, not keywords: a property may be called `description`. */
const namedMaps = new Set([
  'properties',
  'headers',
  'responses',
  'schemas',
  'parameters',
  'patternProperties',
]);

type Json = Readonly<Record<string, unknown>>;

/** @throws {Error} where `value` is no object */
function object(value: unknown, what: string): Json {
  if (isMapping(value)) return value;
  throw new Error(`${what} is missing or no object: is this GitHub's OpenAPI description?`);
}

/** A copy of `value` without the keywords for people. */
function withoutProse(value: unknown, keysAreNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item));
  if (!isMapping(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    if (!keysAreNames && (proseKeys.has(key) || key.startsWith('x-'))) continue;
    kept[key] = withoutProse(child, !keysAreNames && namedMaps.has(key) && isMapping(child));
  }
  return kept;
}

/**
 * The description has `nullable` beside `oneOf` without a `type`, which validators refuse, and beside an `enum` without
 * null, where they accept no null. In both cases, null becomes an alternative. And OpenAPI requires a description of
 * every response, so each gets an empty one.
 */
function repaired(key: string, value: unknown): unknown {
  if (!isMapping(value)) return value;
  if (key === 'responses') {
    const described = Object.entries(value).map(([name, response]) => [
      name,
      isMapping(response) && !('$ref' in response) ? { description: '', ...response } : response,
    ]);
    return Object.fromEntries(described);
  }
  const { nullable, ...schema } = value;
  if (nullable === undefined) return schema;
  if (nullable !== true || ('type' in schema && !('enum' in schema))) return value;
  return { anyOf: [schema, { type: 'string', nullable: true, enum: [null] }] };
}

function usedPaths(source: Json): Json {
  const all = object(source['paths'], 'paths');
  const paths = Object.entries(usedMethods).map(([path, methods]) => {
    const item = object(all[path], `path ${path}`);
    const kept = methods.map((method) => [method, withoutProse(object(item[method], `${method} ${path}`))]);
    return [path, Object.fromEntries(kept)];
  });
  return Object.fromEntries(paths);
}

/** Every `$ref` in `value`. */
function references(value: unknown): string[] {
  return Array.from(JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g), ([, ref = '']) => ref);
}

/** The components that `paths` refer to, directly or through others. */
function usedComponents(source: Json, paths: Json): Json {
  const components: Record<string, Record<string, unknown>> = {};
  const open = references(paths);
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    const [, , kind = '', name = ''] = ref.split('/');
    const group = components[kind] ?? {};
    components[kind] = group;
    if (name in group) continue;
    const all = object(object(source['components'], 'components')[kind], `components/${kind}`);
    group[name] = withoutProse(object(all[name], ref));
    open.push(...references(group[name]));
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
const text = `${JSON.stringify(JSON.parse(JSON.stringify(document), repaired))}\n`;
await writeFile(output, text);
process.stdout.write(`${Object.keys(paths).length} paths, ${Math.round(text.length / 1000)} KB\n`);
