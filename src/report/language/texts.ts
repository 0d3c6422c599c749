import type { Language } from '../../core/choices.ts';
import { en } from './en/en.ts';
import { pt } from './pt/pt.ts';

/** Every text of the reports. English defines the type: other languages have the same names and parameters. */
export type Texts = typeof en;

export const textsIn: Readonly<Record<Language, Texts>> = { en, pt };
