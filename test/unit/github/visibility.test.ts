import { describe, expect, test } from '@jest/globals';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { findVisibility } from '../../../src/github/visibility.ts';

const { signal } = new AbortController();
const acme = readContext({ GITHUB_REPOSITORY: 'acme/storefront' }, {});

describe('findVisibility', () => {
  const unasked = async (given: unknown) => {
    let asked = 0;
    const github = async () => {
      asked += 1;
      throw new Error('asked');
    };
    const visibility = await findVisibility({ github, context: acme, event: readEvent(given) }, signal);
    return [visibility, asked];
  };

  test.each([
    [{ visibility: 'public', private: false }, 'public'],
    [{ visibility: 'private', private: true }, 'restricted'],
    [{ visibility: 'internal', private: true }, 'restricted'],
    [{ private: false }, 'public'],
    [{ private: true }, 'restricted'],
  ])('reads %j as %s', async (repository, visibility) => {
    expect(await unasked({ repository })).toEqual([visibility, 0]);
  });

  test.each([null, {}, { repository: null }, { repository: {} }, { repository: { private: 'yes' } }])(
    'asks about %j',
    async (event) => {
      expect(await unasked(event)).toEqual(['unknown', 1]);
    },
  );
});
