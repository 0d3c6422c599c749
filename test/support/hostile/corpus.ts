/** Texts as a hostile service, or a site that it repeats, would put them into a result. */
import { dataTexts } from './data-texts.ts';
import { logTexts } from './log-texts.ts';
import { markupTexts } from './markup-texts.ts';

/** Group → name → text. */
export type TextGroups = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface HostileText {
  /** `group: name`, unique. */
  readonly name: string;
  readonly group: string;
  readonly text: string;
}

function listed(groups: TextGroups): HostileText[] {
  return Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => ({ name: `${group}: ${name}`, group, text })),
  );
}

/** The whole corpus. */
export const hostileTexts: readonly HostileText[] = [
  ...listed(logTexts),
  ...listed(markupTexts),
  ...listed(dataTexts),
];
