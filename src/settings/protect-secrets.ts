/** Which values of a run are secrets, and how they are kept out of the log and of all texts. */

import type { RunPorts } from '../core/ports.ts';
import { secretInputs } from './given-inputs.ts';
import { type Target, targetSecrets } from './target-url.ts';
import type { BaselineSetting } from './values.ts';

/** In characters. A shorter text may be a part of an output, and GitHub drops an output that holds a masked text. */
const minMaskedLength = 8;

/**
 * Called before any input is read: an error may quote it. Only keys and tokens are masked by the runner: a password
 * or a value of a query may be a word of an output, such as `pass`.
 */
export function protectTokens({ runner, redactor }: RunPorts): void {
  const tokens = secretInputs.map((name) => runner.input(name));
  for (const token of [...tokens, runner.env['ACTIONS_RUNTIME_TOKEN'] ?? '']) {
    if (token.length >= minMaskedLength) runner.mask(token);
    redactor.add(token);
  }
}

/** User info and query values of a target may be secrets (`docs/contract.md`, "Secrets"). */
export function protectTarget(target: Target | null, { redactor }: Pick<RunPorts, 'redactor'>): void {
  for (const secret of target === null ? [] : targetSecrets(target)) redactor.add(secret);
}

export function protectBaseline(baseline: BaselineSetting | null, ports: RunPorts): void {
  if (baseline?.kind === 'url') protectTarget(baseline.target, ports);
}
