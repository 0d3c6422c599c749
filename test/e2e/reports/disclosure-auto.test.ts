import { describe, expect, test } from '@jest/globals';
import { pullRequest, push } from '../../support/events.ts';
import type { RunResult } from '../../support/runner.ts';
import { policyAtBase, startScene } from '../scene.ts';

const finding = 'Environment file exposed';
const auto = { disclosure: 'auto', reports: 'none' };

function publicNotices({ annotations }: RunResult): string[] {
  return annotations.notice.map(({ message }) => message).filter((message) => /\bpublic\b/.test(message));
}

describe('disclosure: auto', () => {
  test('publishes everything on a private repository', async () => {
    await using scene = await startScene();
    const run = await scene.run({ inputs: auto });
    expect(scene.comments()[0]).toContain(finding);
    expect(run.summary).toContain(finding);
    expect(run.outputs['artifact-id']).not.toBe('');
    expect(publicNotices(run)).toEqual([]);
    expect(scene.github.requests.map(({ path }) => path)).not.toContain('/repos/acme/storefront');
  });

  test('counts only on a public one, and says why and how to change it', async () => {
    await using scene = await startScene({ github: { private: false } });
    const run = await scene.run({ event: pullRequest({ private: false }), inputs: auto });
    expect(run.outputs['verdict']).toBe('fail');
    const said = [...scene.comments(), run.summary, run.lines.join('\n')].join('\n');
    expect(said).not.toContain(finding);
    for (const text of [scene.comments()[0], run.summary]) expect(text).toMatch(/public.*`?disclosure/s);
    expect(scene.artifacts.requests).toEqual([]);
    expect(publicNotices(run)).toEqual([]);
  });

  test('asks GitHub if the event does not say', async () => {
    for (const isPrivate of [true, false]) {
      await using scene = await startScene({ github: { private: isPrivate } });
      const { payload, ...event } = push();
      const { repository: _unknown, ...rest } = payload;
      const run = await scene.run({ event: { ...event, payload: rest }, inputs: auto });
      expect(run.summary.includes(finding)).toBe(isPrivate);
      expect(scene.github.requests.map(({ path }) => path)).toContain('/repos/acme/storefront');
    }
  });

  test('treats unknown as public', async () => {
    const refused = { kind: 'status', status: 404, json: { message: 'Not Found' } } as const;
    const faults = [{ path: /^\/repos\/acme\/storefront$/, effect: refused }];
    await using scene = await startScene({ github: { faults } });
    const { payload, ...event } = push();
    const repository = { default_branch: 'main' };
    const run = await scene.run({ event: { ...event, payload: { ...payload, repository } }, inputs: auto });
    expect(run.outputs['verdict']).toBe('fail');
    expect(run.summary).not.toContain(finding);
    expect(scene.artifacts.requests).toEqual([]);
  });
});

describe('disclosure: full', () => {
  test('says once on a public repository what everybody can read, and how to change it', async () => {
    const contents = policyAtBase('annotations: false');
    await using scene = await startScene({ github: { private: false, contents } });
    const event = pullRequest({ private: false });
    const run = await scene.run({ event, inputs: { reports: 'none' } });
    expect(scene.comments()[0]).toContain(finding);
    const notices = publicNotices(run);
    expect(notices).toEqual([expect.stringContaining('disclosure: counts')]);
    for (const place of ['the log', 'the job summary', 'the pull request comment', 'the artifact'])
      expect(notices[0]).toContain(place);
    expect(notices[0]).not.toContain('annotations');
  });

  test('says nothing if nothing is scanned, and on private repositories', async () => {
    await using scene = await startScene({ github: { private: false } });
    const event = pullRequest({ private: false });
    const keyless = await scene.run({ event, inputs: { 'api-key': '' } });
    const restricted = await scene.run({ inputs: { reports: 'none' } });
    expect([keyless, restricted].flatMap(publicNotices)).toEqual([]);
  });
});
