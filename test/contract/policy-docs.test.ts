import { describe, expect, test } from '@jest/globals';
import { fingerprintVersion } from '../../src/core/fingerprint-version.ts';
import { fingerprinter } from '../../src/gate/fingerprint.ts';
import { parsePolicyFile } from '../../src/policy/policy-file.ts';
import { policyFileSchema } from '../../src/policy/policy-schema.ts';
import { findingsOf } from '../unit/gate/assessments.ts';
import { readText } from './repository.ts';

const docs = await readText('docs/policy.md');
const pages = docs + (await readText('docs/policy-examples.md'));
const blocks = [...pages.matchAll(/```yaml\n([^`]*)```/g)].map((match) => match[1] ?? '');
const policies = blocks.filter((text) => !/^jobs:|^- uses:/m.test(text));

describe('docs/policy.md', () => {
  test('each of its policies and of its examples is valid', () => {
    expect(policies.length).toBeGreaterThanOrEqual(6);
    for (const text of policies) {
      const { values } = parsePolicyFile(text, 'docs/policy.md');
      expect(Object.keys(values).length).toBeGreaterThan(0);
    }
  });

  test('names every key of the file', () => {
    const silent = Object.keys(policyFileSchema.shape).filter((name) => !docs.includes(`\`${name}`));
    expect(silent).toEqual([]);
  });

  test('shows a fingerprint of the version in use', () => {
    expect(docs).toContain(`\`${fingerprintVersion}:`);
    const [finding] = findingsOf([
      {
        group: 'Protection Mechanism Failure',
        name: 'Missing header X-Frame-Options',
        cve: ['CVE-2021-23017'],
        cwe: [693, 1021],
      },
    ]);
    if (finding === undefined) throw new Error('no finding');
    expect(docs).toContain(fingerprinter(null)(finding));
  });
});
