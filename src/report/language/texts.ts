import type { Language } from '../../core/choices.ts';
import { en } from './en/en.ts';
import { pt } from './pt/pt.ts';

/**
 * Every text of the reports, in one language. The English texts define the type: another language has the same names
 * with the same parameters.
 */
export type Texts = typeof en;

export const textsIn: Readonly<Record<Language, Texts>> = { en, pt };
