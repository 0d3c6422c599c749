import { expect, test } from '@jest/globals';
import { readBaselineFindings } from '../../../src/gate/compare.ts';
import { asResult } from './arbitraries.ts';

test('a baseline that is none or a first one stays so', () => {
  expect(readBaselineFindings({ kind: 'none' })).toEqual({ findings: { kind: 'none' }, problem: null });
  expect(readBaselineFindings({ kind: 'first' })).toEqual({ findings: { kind: 'first' }, problem: null });
});

test('a baseline is read with the host of its target', () => {
  const result = asResult({ issues: [{ name: 'a', severity: 'high' }] });
  const read = (target: string | null) =>
    readBaselineFindings({ kind: 'scan', scanId: 's', result, target }).findings;
  expect(read('https://shop.example:8443/x')).toMatchObject({
    host: 'shop.example:8443',
    findings: [{ name: 'a' }],
  });
  expect(read('shop.example')).toMatchObject({ host: 'shop.example' });
  expect(read(null)).toMatchObject({ host: null });
});

test('a baseline that is not understood is a problem, since anything might be known', () => {
  for (const issues of [undefined, 'text', ['text'], { headers: {} }]) {
    const { problem } = readBaselineFindings({
      kind: 'scan',
      scanId: 's',
      result: asResult({ issues }),
      target: null,
    });
    expect(problem).toMatchObject({ kind: 'baseline', baseline: 's', problem: { kind: 'unreadable' } });
  }
});
