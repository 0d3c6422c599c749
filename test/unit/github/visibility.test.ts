import { describe, expect, test } from '@jest/globals';
import { connectGitHub } from '../../../src/github/connect.ts';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { findVisibility, visibilityOf } from '../../../src/github/visibility.ts';
import { startGitHub } from '../../support/github/server.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

describe('visibilityOf', () => {
  test.each([
    [{ visibility: 'public', private: false }, 'public'],
    [{ visibility: 'private', private: true }, 'restricted'],
    [{ visibility: 'internal', private: true }, 'restricted'],
    [{ private: false }, 'public'],
    [{ private: true }, 'restricted'],
    [{}, 'unknown'],
    [{ private: 'yes' }, 'unknown'],
  ])('reads %j as %s', (repository, visibility) => {
    expect(visibilityOf(readEvent({ repository }))).toBe(visibility);
  });

  test('is unknown without a repository', () => {
    expect([null, {}, { repository: null }].map((event) => visibilityOf(readEvent(event)))).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
  });
});

describe('findVisibility', () => {
  async function ask(isPrivate: boolean, event: unknown, token?: string) {
    await using server = await startGitHub({ private: isPrivate });
    const { signal } = new AbortController();
    const access = { apiUrl: server.url, log: createRecordingLog(), signal };
    const github = () => connectGitHub({ token: token ?? server.token, ...access });
    const context = readContext({ GITHUB_REPOSITORY: 'acme/storefront' }, {});
    const visibility = await findVisibility(github, context, readEvent(event));
    return { visibility, asked: server.requests.length };
  }

  test('asks GitHub only if the event does not say', async () => {
    expect(await ask(true, { repository: { private: false } })).toEqual({ visibility: 'public', asked: 0 });
    expect(await ask(true, {})).toEqual({ visibility: 'restricted', asked: 1 });
    expect(await ask(false, {})).toEqual({ visibility: 'public', asked: 1 });
  });

  test('is unknown if GitHub does not say', async () => {
    expect((await ask(false, {}, 'ghs_wrong')).visibility).toBe('unknown');
  });
});
