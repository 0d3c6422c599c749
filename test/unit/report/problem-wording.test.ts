import { describe, expect, test } from '@jest/globals';
import { describeFault, describeProblem } from '../../../src/report/problem-wording.ts';
import { en } from '../../../src/report/texts/en/texts.ts';

describe('describeFault', () => {
  test('shortens and cleans what the service said', () => {
    const detail = `bad\n\`key\` \u001b[31m${'x'.repeat(5000)}`;
    const { what } = describeFault({ kind: 'status', status: 401, detail, retryAfterMs: null }, 'start', en);
    expect(what).toMatch(
      /^While starting the scan, the service refused the API key \(HTTP 401: “bad 'key' x+…”\)\.$/u,
    );
    expect(what.length).toBeLessThan(300);
  });
});

describe('describeProblem', () => {
  test('shows no user info and no query of an address', () => {
    const location = 'https://u:p@sso.example/login?token=s3cret#x';
    const { what } = describeProblem({ kind: 'target-left-site', location }, en);
    expect(what).toContain('`https://sso.example/login`');
    expect(what).not.toMatch(/s3cret|u:p/u);
  });
});
