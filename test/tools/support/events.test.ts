import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import {
  deploymentStatus,
  mergeGroup,
  pullRequest,
  push,
  type RunnerEvent,
  repositoryDispatch,
  workflowRun,
} from '../../support/events.ts';

type Paths = Map<string, Set<string>>;

const examples = readExamples();

/** Event name → paths of its real payloads and the types found there. */
function readExamples(): Map<string, Paths> {
  const definitions: unknown = createRequire(import.meta.url)('@octokit/webhooks-examples');
  const byName = new Map<string, Paths>();
  for (const definition of Array.isArray(definitions) ? definitions : []) {
    const paths: Paths = byName.get(definition.name) ?? new Map();
    byName.set(definition.name, paths);
    for (const example of definition.examples) collect(example, '', paths);
  }
  return byName;
}

function collect(value: unknown, path: string, paths: Paths): void {
  const types = paths.get(path) ?? new Set();
  paths.set(path, types.add(Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value));
  if (Array.isArray(value)) {
    for (const item of value) collect(item, `${path}[]`, paths);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) collect(child, `${path}.${key}`, paths);
  }
}

/** What is in our payload and in no real one, by path or type. */
function unlike(event: RunnerEvent): string[] {
  const real = examples.get(event.name);
  if (real === undefined) return [`no real payload of ${event.name}`];
  const own: Paths = new Map();
  collect(event.payload, '', own);
  return [...own].flatMap(([path, types]) => {
    // The sender decides what is in it.
    if (path.startsWith('.client_payload.') || path.startsWith('.inputs.')) return [];
    return [...types].filter((type) => real.get(path)?.has(type) !== true).map((type) => `${path}: ${type}`);
  });
}

describe('events', () => {
  test.each([
    pullRequest(),
    pullRequest({ fork: true, private: false }),
    pullRequest({ dependabot: true }),
    push(),
    deploymentStatus({ environmentUrl: 'https://p.example' }),
    repositoryDispatch({ clientPayload: { url: 'https://p.example' } }),
    workflowRun(),
    mergeGroup(),
  ])('$name has nothing that real payloads lack', (event) => {
    expect(unlike(event)).toEqual([]);
  });
});
