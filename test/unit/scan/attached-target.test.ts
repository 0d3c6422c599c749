import { describe, expect, test } from '@jest/globals';
import { findAttachedTarget } from '../../../src/scan/attached-target.ts';
import { preparedRun } from '../recorded-run.ts';
import { type ListScript, listedClient, partialClient } from './scripted-client.ts';

const secretUrl = 'https://reviewer:pass-phrase@preview.example.com/?access=pr3view-t0ken';
const scan = (id: string) => ({ id, startDate: 1_790_000_000, progress: 100 });

describe('findAttachedTarget', () => {
  async function lookUp(list: ListScript['list'], inputs: Readonly<Record<string, string>> = {}) {
    const { ports, setup } = await preparedRun({ inputs: { url: '', 'scan-id': 'scan-1', ...inputs } });
    return { ports, target: await findAttachedTarget(setup, listedClient({ list }), ports) };
  }

  test('finds the target of `scan-id` in the list of scans', async () => {
    const list = [
      { url: 'https://other.example', scans: [scan('scan-2')] },
      { url: secretUrl, scans: [scan('SCAN-1')] },
    ];
    const shownAddress = 'https://preview.example.com';
    const { target } = await lookUp(list);
    expect(target).toMatchObject({ fullAddress: secretUrl, shownAddress });
  });

  test('masks its user info and query values like those of a given target', async () => {
    const { ports } = await lookUp([{ url: secretUrl, scans: [scan('scan-1')] }]);
    const secrets = ['reviewer', 'pass-phrase', 'pr3view-t0ken'];
    expect(ports.runner.masked).toEqual(expect.arrayContaining(secrets));
    for (const secret of secrets) expect(ports.redactor.redact(secret)).toBe('***');
  });

  test('takes the longest URL that the log has room for', async () => {
    const fullAddress = `a.example/${'x'.repeat(1_990)}`;
    expect((await lookUp([{ url: fullAddress, scans: [scan('scan-1')] }])).target).toMatchObject({
      fullAddress,
    });
  });

  const at = (url: string) => [{ url, scans: [scan('scan-1')] }];
  test.each<[why: string, list: ListScript['list']]>([
    ['is not in the list', []],
    ['cannot be looked up', 403],
    ['is empty', at('')],
    ['is no URL', at('no url')],
    ['is not of the web', at('ftp://a.example')],
    ['would fill the log', at(`a.example/${'x'.repeat(1_991)}`)],
  ])('leaves the target unknown if it %s', async (_why, list) => {
    const { target, ports } = await lookUp(list);
    expect(target).toBeNull();
    expect(ports.log.entries.every(({ level }) => level === 'debug')).toBe(true);
  });

  test('asks nothing without `scan-id`, nor without an API key', async () => {
    const { ports, setup } = await preparedRun();
    expect(await findAttachedTarget(setup, partialClient({}), ports)).toBeNull();
    const keyless = await preparedRun({ inputs: { 'scan-id': 'scan-1', 'api-key': '' } });
    expect(await findAttachedTarget(keyless.setup, partialClient({}), keyless.ports)).toBeNull();
    expect([...ports.log.entries, ...keyless.ports.log.entries]).toEqual([]);
  });
});
