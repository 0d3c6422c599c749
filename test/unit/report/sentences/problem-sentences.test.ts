import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../../src/core/classified-text.ts';
import type { Problem, RequestFault, ServiceOperation } from '../../../../src/core/problem.ts';
import type { Advice } from '../../../../src/report/language/advice.ts';
import { en, pt, type Texts } from '../../../../src/report/language/texts.ts';
import { describeProblem } from '../../../../src/report/sentences/problem-sentences.ts';
import {
  endpoints,
  faults,
  gitHubFaults,
  problems,
  statuses,
  statusFault,
} from '../../../support/problem-samples.ts';
import { placeholders } from '../language/languages.ts';

const timeout = { kind: 'timeout', afterMs: 3_600_000, percentage: null } as const;
const cancelled = { kind: 'cancelled', signal: 'SIGINT', scanId: null } as const;
const endedEarly = { kind: 'ended-early', percentage: 40 } as const;
const missing: Problem = { kind: 'service', operation: 'fetch', fault: statusFault(404), tries: 1 };

function describeFault(failed: RequestFault, endpoint: ServiceOperation, texts: Texts): Advice {
  return describeProblem({ kind: 'service', operation: endpoint, fault: failed, tries: 1 }, texts);
}

/** Expects both languages to say the same numbers and names, in other words. */
function expectSameAdvice(say: (texts: Texts) => Advice) {
  const [english, portuguese] = [say(en), say(pt)];
  expect(english.what).not.toBe(portuguese.what);
  expect(english.remedy).toMatch(/\S$/u);
  expect(placeholders(portuguese.what)).toEqual(placeholders(english.what));
  expect(placeholders(portuguese.remedy)).toEqual(placeholders(english.remedy));
}

describe('both languages', () => {
  test.each(problems)('say the same of $kind', (problem) => {
    expectSameAdvice((texts) => describeProblem(problem, texts));
  });

  test.each(endpoints)('say the same of every fault of %s', (endpoint) => {
    const codes = ['EAI_AGAIN', 'ETIMEDOUT', 'EODD'].map((code) => classified('public', code));
    for (const each of [...faults, ...codes.map((code) => ({ kind: 'network', code }) as const)]) {
      expectSameAdvice((texts) => describeFault(each, endpoint, texts));
      const { what, remedy } = describeFault(each, endpoint, en);
      for (const text of [what, remedy]) expect(text).toMatch(/\.$/u);
    }
  });
});

describe('the advice', () => {
  test('is another one for each status of the start', () => {
    const said = statuses.map((status) => describeFault(statusFault(status), 'start', en));
    expect(new Set(said.map(({ what }) => what.replace(/\d+/u, ''))).size).toBeGreaterThanOrEqual(8);
    expect(said[1]).toEqual({
      what: 'While starting the scan, the scanning service refused the API key (HTTP 401).',
      remedy:
        'Check that the secret behind `api-key` is set for this repository and environment and has not expired, then run the job again.',
    });
  });

  test('is another one for a 404 of the start and of a fetch', () => {
    expect(describeFault(statusFault(404), 'start', en).remedy).toContain('`base-url`');
    expect(describeFault(statusFault(404), 'fetch', en).remedy).toContain('`scan-id`');
  });

  test('for a deployment that is not ready is a line of the workflow', () => {
    const problem = { kind: 'deployment-not-ready', state: classified('public', 'pending') } as const;
    const line = "if: github.event.deployment_status.state == 'success'";
    expect(describeProblem(problem, en).remedy).toContain(line);
  });

  test('says how long a rate limit lasts', () => {
    const limited = statusFault(429, '', 90_000);
    expect(describeFault(limited, 'start', en).remedy).toContain('in 1 min 30 s or later');
  });

  test('for a baseline is about the baseline, not about the scan', () => {
    const baseline = classified('address', 'www.example.com');
    const { what, remedy } = describeProblem({ kind: 'baseline', baseline, problem: endedEarly }, en);
    expect(what).toBe(
      'The baseline `www.example.com` could not be read, so it is not known what is new. Its scan is not finished: it is at 40%.',
    );
    expect(remedy).toContain('set `baseline`');
  });

  test.each(gitHubFaults)('recommends a permission only if GitHub refused: %j', (fault) => {
    const isRefusal = fault.kind === 'status' && [403, 404].includes(fault.status);
    for (const texts of [en, pt]) {
      const policy = describeProblem(
        { kind: 'policy-unreadable', path: classified('public', 'p.yml'), fault },
        texts,
      );
      const deployments = describeProblem({ kind: 'deployments-unreadable', fault }, texts);
      expect(policy.remedy.includes('`permissions: contents: read`')).toBe(isRefusal);
      expect(deployments.remedy.includes('deployments: read')).toBe(isRefusal);
    }
  });
});

describe('a scan that was not started', () => {
  const said = (problem: Problem) => Object.values(describeProblem(problem, en)).join(' ');

  test('is never said to wait in the queue, or to go on', () => {
    const unknown = [timeout, cancelled].map((problem): Problem => ({ ...problem, scan: 'unknown' }));
    const unstarted: readonly Problem[] = [{ ...timeout, scan: 'none' }, cancelled, missing, ...unknown];
    for (const problem of unstarted) expect(said(problem)).not.toMatch(/queue|goes on|not stopped/);
    expect(said(cancelled)).toContain('No scan was started');
    for (const problem of unknown)
      expect(said(problem)).toContain('It is not known whether a scan was started');
  });

  test('is not confused with one that waits in the queue or was not read yet', () => {
    expect(said(timeout)).toMatch(/waiting in the queue.*goes on/);
    const unread = said({ ...timeout, scan: 'unread' });
    expect(unread).toMatch(/before its progress could be read.*to wait for the scan/);
  });
});

test('a fault shortens and cleans what the service said', () => {
  const detail = `bad\n\`key\` \u001b[31m${'x'.repeat(5000)}`;
  const { what } = describeFault(statusFault(401, detail), 'start', en);
  expect(what).toMatch(
    /^While starting the scan, the scanning service refused the API key \(HTTP 401: “bad 'key' x+…”\)\.$/u,
  );
  expect(what.length).toBeLessThan(300);
});

test('a problem shows no user info and no query of an address', () => {
  const location = classified('address', 'https://u:p@sso.example/login?token=s3cret#x');
  const { what } = describeProblem({ kind: 'target-left-site', location }, en);
  expect(what).toContain('`https://sso.example/login`');
  expect(what).not.toMatch(/s3cret|u:p/u);
});

test.each([
  ['en', en],
  ['pt', pt],
])('a problem names the first twenty environments and checks: %s', (_language, texts) => {
  const names = Array.from({ length: 30 }, (_, index) => classified('public', `name-${index}.`));
  const said = (problem: Problem) => describeProblem(problem, texts).what.match(/name-\d+\./g);
  const sha = classified('public', 'a'.repeat(40));
  const pending: Problem = { kind: 'no-deployment', sha, environment: null, pending: names, waitedMs: 1 };
  expect(said(pending)).toHaveLength(20);
  expect(said({ kind: 'check-switched-off', checks: names })).toHaveLength(20);
});
