import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { fingerprint, fingerprintVersion } from '../../src/gate/fingerprint.ts';
import { parsePolicyFile } from '../../src/policy/policy-file.ts';
import { policyFileSchema } from '../../src/policy/policy-schema.ts';
import { readText } from './repository.ts';

const docs = await readText('docs/policy.md');
const blocks = [...docs.matchAll(/```yaml\n([^`]*)```/g)].map((match) => match[1] ?? '');
const workflows = blocks.filter((text) => /^jobs:/m.test(text));
const policies = blocks.filter((text) => !/^jobs:/m.test(text));

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: {
    readonly scan: {
      readonly permissions: Readonly<Record<string, string>>;
      readonly steps: readonly { readonly with: Readonly<Record<string, string>> }[];
    };
  };
}

describe('docs/policy.md', () => {
  test('each of its policies is valid', async () => {
    expect(policies.length).toBeGreaterThanOrEqual(6);
    for (const text of policies) {
      const { values } = parsePolicyFile(text, 'docs/policy.md');
      expect(Object.keys(values).length).toBeGreaterThan(0);
    }
  });

  test('its workflows may read the policy file, and use inputs that exist', async () => {
    const { inputs }: { inputs: Record<string, unknown> } = parse(await readText('action.yml'));
    expect(workflows).toHaveLength(3);
    for (const text of workflows) {
      const { jobs }: Workflow = parse(text);
      expect(jobs.scan.permissions['contents']).toBe('read');
      const given = jobs.scan.steps.flatMap((step) => Object.keys(step.with));
      expect(given.filter((name) => !(name in inputs))).toEqual([]);
    }
  });

  test('names every key of the file', () => {
    const silent = Object.keys(policyFileSchema.shape).filter((name) => !docs.includes(`\`${name}`));
    expect(silent).toEqual([]);
  });

  test('shows a fingerprint of the version in use', () => {
    expect(docs).toContain(`\`${fingerprintVersion}:`);
    const finding = {
      type: null,
      group: 'Protection Mechanism Failure',
      name: 'Missing header X-Frame-Options',
      severity: 'low',
      unknownSeverity: null,
      cvss: null,
      unreadableScore: null,
      cve: ['CVE-2021-23017'],
      cwe: [693, 1021],
      otherIdentifiers: [],
      description: '',
      remediation: '',
      references: [],
      where: [],
      whereCut: false,
    } as const;
    expect(docs).toContain(fingerprint(finding, null));
  });

  test('its links lead to headings that exist', () => {
    const headings = [...docs.matchAll(/^##+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
    const links = [...docs.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([]);
  });
});
