import { describe, expect, test } from '@jest/globals';
import { EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { SettingsError } from '../../../src/core/problem.ts';
import { useProxies } from '../../../src/runner/proxy.ts';

const ownNames = 'localhost,.localhost,localhost.,.localhost.,127.0.0.1,[::1],::1';

/** The variables after `useProxies`, which has no proxy to use here. */
async function exceptionsOf(given: Readonly<Record<string, string>>) {
  const env: Record<string, string | undefined> = { ...given };
  await useProxies(env);
  return [env['no_proxy'], env['NO_PROXY']];
}

describe('useProxies', () => {
  test.each([
    [{}, ownNames],
    [{ no_proxy: '', NO_PROXY: ' ' }, ownNames],
    [{ no_proxy: 'a.example' }, `a.example,${ownNames}`],
    [{ no_proxy: 'a.example', NO_PROXY: '.b.example, c' }, `a.example,.b.example, c,${ownNames}`],
  ])('adds this machine to the exceptions %j', async (given, expected) => {
    expect(await exceptionsOf(given)).toEqual([expected, expected]);
  });

  test('adds every other address of this machine that a variable names', async () => {
    const given = {
      'INPUT_BASE-URL': 'http://127.0.7.1:8080/api',
      INPUT_URL: '127.2',
      GITHUB_API_URL: 'https://api.github.com',
      ACTIONS_RESULTS_URL: 'http://2130706435/',
    };
    const [list = ''] = await exceptionsOf(given);
    expect(list).toBe(`${ownNames},127.0.7.1,127.0.0.2,127.0.0.3`);
  });

  test('leaves `*` alone, which stands for every host', async () => {
    expect(await exceptionsOf({ NO_PROXY: '*' })).toEqual([undefined, '*']);
  });

  test('makes `fetch` of an older Node.js, without `setGlobalProxyFromEnv`, use the proxy', async () => {
    const before = getGlobalDispatcher();
    await useProxies({ HTTPS_PROXY: 'http://proxy.example.com:3128' }, {});
    const used = getGlobalDispatcher();
    setGlobalDispatcher(before);
    expect(used).toBeInstanceOf(EnvHttpProxyAgent);
    await used.close();
  });

  test('names the variables without a valid address', async () => {
    const env = { HTTPS_PROXY: 'proxy.example.com', http_proxy: 'socks5://proxy.example.com' };
    await expect(useProxies({ ...env })).rejects.toThrow(SettingsError);
    await expect(useProxies({ ...env })).rejects.toThrow('`http_proxy`, `HTTPS_PROXY`');
  });
});
