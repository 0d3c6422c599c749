import type { Parsed } from '../inputs/read-input.ts';
import { scanIdPattern } from '../inputs/read-input.ts';
import { parseTarget } from '../inputs/target-url.ts';
import type { Baseline } from './policy.ts';

/** A value with `.`, `:` or `/` is a URL, `previous` is itself, anything else a scan id. */
export function parseBaseline(text: string): Parsed<Baseline> {
  const expected = 'a URL, a scan id, or `previous`';
  if (text === 'previous') return { ok: true, value: { kind: 'previous' } };
  if (!/[.:/]/.test(text)) {
    return scanIdPattern.test(text)
      ? { ok: true, value: { kind: 'scan', scanId: text } }
      : { ok: false, expected };
  }
  const target = parseTarget(text);
  return target.ok ? { ok: true, value: { kind: 'url', url: target.value } } : { ok: false, expected };
}
