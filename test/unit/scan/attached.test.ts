import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { findAttachedTarget, refuseOtherTarget } from '../../../src/scan/attached.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { scanSetup } from './scan-setup.ts';
import { type ListScript, listedClient, partialClient } from './scripted-client.ts';

const secretUrl = 'https://reviewer:pass-phrase@preview.example.com/?access=pr3view-t0ken';
const scan = (id: string) => ({ id, startDate: 1_790_000_000, progress: 100 });
const { signal: cancelled } = new AbortController();

describe('findAttachedTarget', () => {
  const attached = { ...scanSetup({ url: '', 'scan-id': 'scan-1' }), whyNothingIsScanned: null };

  async function lookUp(list: ListScript['list']) {
    const ports = { log: createRecordingLog(), redactor: createRedactor(), cancelled };
    return { ports, target: await findAttachedTarget(attached, listedClient({ list }), ports) };
  }

  test('finds the target of `scan-id` in the list of scans, and keeps its secrets', async () => {
    const list = [
      { url: 'https://other.example', scans: [scan('scan-2')] },
      { url: secretUrl, scans: [scan('SCAN-1')] },
    ];
    const { target, ports } = await lookUp(list);
    expect(target).toMatchObject({ fullAddress: secretUrl, shownAddress: 'https://preview.example.com' });
    for (const secret of ['pass-phrase', 'pr3view-t0ken']) expect(ports.redactor.redact(secret)).toBe('***');
  });

  const at = (url: string) => [{ url, scans: [scan('scan-1')] }];

  test('takes the longest URL that the log has room for', async () => {
    const fullAddress = `a.example/${'x'.repeat(1_990)}`;
    expect((await lookUp(at(fullAddress))).target).toMatchObject({ fullAddress });
  });

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

  test('asks nothing without `scan-id`, nor if nothing is scanned', async () => {
    const ports = { log: createRecordingLog(), redactor: createRedactor(), cancelled };
    const keyless = {
      ...attached,
      whyNothingIsScanned: { kind: 'missing-api-key', skipped: false } as const,
    };
    for (const setup of [{ ...scanSetup(), whyNothingIsScanned: null }, keyless])
      expect(await findAttachedTarget(setup, partialClient({}), ports)).toBeNull();
    expect(ports.log.entries).toEqual([]);
  });
});

describe('refuseOtherTarget', () => {
  function check(given: Readonly<Record<string, string>>, url: string) {
    const log = createRecordingLog();
    const list = scanListSchema.parse([{ url, scans: [scan('given-1')] }]);
    const refuse = () => refuseOtherTarget(list, scanSetup({ 'scan-id': 'given-1', ...given }), log);
    return { refuse, log };
  }

  test('accepts a scan of the target, and one if no target is given', () => {
    for (const url of ['a.example', 'http://A.example/']) expect(check({}, url).refuse).not.toThrow();
    expect(check({ url: '' }, 'b.example').refuse).not.toThrow();
  });

  test('refuses a scan of another target', () => {
    expect(check({ url: 'https://b.example' }, 'a.example').refuse).toThrow(SettingsError);
    expect(check({ url: 'https://a.example/shop' }, 'https://a.example').refuse).toThrow(SettingsError);
  });

  test('knows hosts only if the list holds nothing else', () => {
    expect(check({ url: 'https://a.example/shop' }, 'a.example').refuse).not.toThrow();
  });

  test('accepts a scan that is not in the list, with a notice', () => {
    const { refuse, log } = check({ 'scan-id': 'given-2' }, 'a.example');
    expect(refuse).not.toThrow();
    expect(log.of('notice').join()).toContain('The scan list does not hold scan given-2');
  });
});
