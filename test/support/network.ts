import type { LookupFunction } from 'node:net';
import { jest } from '@jest/globals';
import { Agent } from 'undici';

/** How `fetch` reaches other machines during a step that is played in this process. */
export interface Network {
  /** Names that are not known. Others that end in `.localhost` are this machine. */
  readonly unknownNames?: ReadonlySet<string>;
  /** Certificate of the authority that is trusted, PEM. */
  readonly authority?: string;
}

/** Every connection is a new one, as in a process that starts. Until the caller disposes of it. */
export function useNetwork({ unknownNames = new Set(), authority }: Network): AsyncDisposable {
  const lookup: LookupFunction = (name, { all = false }, done) => {
    if (unknownNames.has(name) || !name.endsWith('.localhost'))
      done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), '');
    else if (all) done(null, [{ address: '127.0.0.1', family: 4 }]);
    else done(null, '127.0.0.1', 4);
  };
  const dispatcher = new Agent({
    connect: { lookup, ...(authority === undefined ? {} : { ca: authority }) },
  });
  const { fetch } = globalThis;
  const replaced = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) => fetch(input, Object.assign({ dispatcher }, init)));
  return {
    async [Symbol.asyncDispose]() {
      replaced.mockRestore();
      await dispatcher.destroy();
    },
  };
}
