import type { Language } from '../../core/words.ts';
import type { Texts } from './texts.ts';

/** The texts of `language`. Only the one that is needed is loaded, because loading is paid for at every start. */
export async function loadTexts(language: Language): Promise<Texts> {
  return language === 'pt' ? (await import('./pt/texts.ts')).pt : (await import('./en/texts.ts')).en;
}
