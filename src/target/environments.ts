/** Which environments may be scanned: those that are asked for, and never production unasked. */

import { matchesGlob } from '../core/glob.ts';
import type { Deployment } from './choose-deployment.ts';

/** Without a glob every environment fits, except production. */
export function fitsEnvironment(
  { environment, isProduction }: Pick<Deployment, 'environment' | 'isProduction'>,
  glob: string | null,
): boolean {
  if (glob !== null) return matchesGlob(glob.toLowerCase(), environment.toLowerCase());
  return !isProduction && !isProductionName(environment);
}

/** Names that begin with one of these words are of no production, whatever follows. */
const beginsAsPreview = /^\s*(?:preview|review|staging|dev|test)(?!\p{L})/iu;
const wholeProductionName = /^\s*(?:prd|live|main|master|release|github-pages)\s*$/iu;
/** The word `prod` or `production`, unless `pre` or `non` stands right before it. */
const productionWord = /(?<!\p{L}|\p{N})(?<!(?<!\p{L})(?:pre|non)[^\p{L}\p{N}]+)prod(?:uction)?(?!\p{L})/iu;

/**
 * True if the name means production, such as `web-prod`, `Production – docs` or `main`. A name such as
 * `production-like` counts too: to scan a production site that nobody named is worse than to ask for a name.
 */
export function isProductionName(environment: string): boolean {
  if (beginsAsPreview.test(environment)) return false;
  return wholeProductionName.test(environment) || productionWord.test(environment);
}
