/** Which values of a step are secrets: they are removed from all that is published (`docs/contract.md`, "Secrets"). */

import { fieldsOf } from '../core/fields.ts';
import type { Redactor, Runner } from '../core/ports.ts';
import { type Preferences, unnamedPreferences } from './preferences.ts';
import { secretInputs } from './reader.ts';
import { type Target, targetSecrets } from './target-url.ts';
import type { BaselineSetting } from './values.ts';

interface Ports {
  readonly redactor: Pick<Redactor, 'add'>;
}
type RunnerOfTokens = Pick<Runner, 'env' | 'input' | 'mask'>;

/** In characters. A shorter text may be a part of an output, and GitHub drops an output that holds a masked text. */
const minMaskedLength = 8;
/** In characters. A shorter text is too often a part of other texts. */
const minPreferenceLength = 8;

/**
 * Called before anything else: an error may quote an input. Only keys and tokens are masked by the runner: a password
 * or a value of a query may be a word of an output, such as `pass`.
 */
export function protectTokens({ runner, redactor }: Ports & { readonly runner: RunnerOfTokens }): void {
  const tokens = secretInputs.map((name) => runner.input(name));
  for (const token of [...tokens, runner.env['ACTIONS_RUNTIME_TOKEN'] ?? '']) {
    if (token.length >= minMaskedLength) runner.mask(token);
    redactor.add(token);
  }
}

/** User info and query values of a target may be secrets. */
export function protectTarget(target: Target | null, { redactor }: Ports): void {
  for (const secret of target === null ? [] : targetSecrets(target)) redactor.add(secret);
}

export function protectBaseline(baseline: BaselineSetting | null, ports: Ports): void {
  if (baseline?.kind === 'url') protectTarget(baseline.target, ports);
}

/** A field that the interface does not name may be the login of an authenticated scan. */
export function protectPreferences(preferences: Preferences | null, { redactor }: Ports): void {
  for (const [, value] of unnamedPreferences(preferences ?? {}))
    for (const text of textsIn(value)) if (text.length >= minPreferenceLength) redactor.add(text);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.trim()];
  return (Array.isArray(value) ? value : Object.values(fieldsOf(value))).flatMap(textsIn);
}
