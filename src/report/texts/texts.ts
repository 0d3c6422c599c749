import type { Language } from '../../core/words.ts';
import type { en } from './en/texts.ts';

/**
 * Every text of the reports, in one language. The English texts define the type: another language has the same names
 * with the same parameters.
 */
export type Texts = typeof en;

/** The texts of `language`. The other languages are not loaded, because loading takes time at every start. */
export async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case 'en':
      return (await import('./en/texts.ts')).en;
    case 'pt':
      return (await import('./pt/texts.ts')).pt;
  }
}
