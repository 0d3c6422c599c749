import { describe, expect, test } from '@jest/globals';
import { EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { SettingsError } from '../../../src/core/problem.ts';
import { proxySecrets, useProxies } from '../../../src/runner/proxy.ts';
import { createRedactor } from '../../../src/runner/redactor.ts';

const ownNames = 'localhost,127.0.0.1,[::1],::1';

/** The variables after `useProxies`, which has no proxy to use here. */
async function exceptionsOf(given: Readonly<Record<string, string>>) {
  const env: Record<string, string | undefined> = { ...given };
  await useProxies(env);
  return [env['no_proxy'], env['NO_PROXY']];
}

describe('proxySecrets', () => {
  const two = { https_proxy: 'http://a:b1@one.example', HTTP_PROXY: 'http://c@two.example' };
  const encoded = 'http://m%40e:p%2Fss%3A@one.example';
  test.each<[what: string, env: Readonly<Record<string, string>>, secrets: string[]]>([
    ['no proxy', {}, []],
    ['an address without user info', { HTTPS_PROXY: 'http://one.example:3128' }, []],
    ['a user without a password', { HTTPS_PROXY: 'http://t0ken@one.example' }, ['t0ken']],
    ['no address', { HTTPS_PROXY: 'me:s3cr3t' }, []],
    ['other variables', { ALL_PROXY: 'http://me:s3cr3t@one.example' }, []],
    ['two proxies', two, ['a:b1', 'b1', 'c']],
    ['an encoded password', { HTTPS_PROXY: encoded }, ['m@e:p/ss:', 'p%2Fss%3A', 'p/ss:']],
    ['an encoding that is wrong', { http_proxy: 'http://me:100%@one.example' }, ['100%', 'me:100%']],
  ])('are those of %s', (_what, env, secrets) => {
    expect([...new Set(proxySecrets(env))].sort()).toEqual(secrets);
  });

  test('are enough to hide the header with which a client signs in at the proxy', () => {
    const redactor = createRedactor();
    for (const secret of proxySecrets({ HTTPS_PROXY: encoded })) redactor.add(secret);
    const header = `Basic ${Buffer.from('m@e:p/ss:').toString('base64')}`;
    expect(redactor.redact(header)).toMatch(/^Basic \*{3}=*$/);
  });
});

describe('useProxies', () => {
  test.each([
    [{}, ownNames],
    [{ no_proxy: '', NO_PROXY: ' ' }, ownNames],
    [{ no_proxy: 'a.example' }, `a.example,${ownNames}`],
    [{ no_proxy: 'a.example', NO_PROXY: '.b.example, c' }, `a.example,.b.example, c,${ownNames}`],
  ])('adds this machine to the exceptions %j', async (given, expected) => {
    expect(await exceptionsOf(given)).toEqual([expected, expected]);
  });

  test('takes `*` in one list for both: it stands for every host', async () => {
    expect(await exceptionsOf({ NO_PROXY: '*' })).toEqual(['*', '*']);
    expect(await exceptionsOf({ no_proxy: 'corp.example', NO_PROXY: '*' })).toEqual(['*', '*']);
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
