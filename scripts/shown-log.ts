/**
 * The log of a step as GitHub shows it on the page of a run: groups as titles, annotations as words, secrets masked.
 */

import { type Command, Masks, parseCommand } from '../test/support/commands.ts';

/** How a line is to be shown; `heading` is the title of a group. */
export type LineKind = 'plain' | 'heading' | 'error' | 'warning' | 'notice';

export interface ShownLine {
  readonly kind: LineKind;
  readonly text: string;
}

const words = { error: 'Error', warning: 'Warning', notice: 'Notice' } as const;

/**
 * Takes the lines of a step in their order. A value is masked from its command on. Debug messages are hidden, as they
 * are on GitHub unless debug logging is switched on.
 *
 * @returns a function from one line of output to the lines that are shown for it, which may be none
 */
export function createLogView(): (line: string) => ShownLine[] {
  const masks = new Masks();
  let inGroup = false;
  const shown = (kind: LineKind, text: string): ShownLine[] =>
    masks
      .hide(text)
      .split('\n')
      .map((line) => ({ kind, text: inGroup ? `  ${line}` : line }));

  const obey = ({ name, message }: Command): ShownLine[] => {
    switch (name) {
      case 'add-mask':
        masks.add(message);
        return [];
      case 'group': {
        const heading = shown('heading', `▼ ${message}`);
        inGroup = true;
        return heading;
      }
      case 'endgroup':
        inGroup = false;
        return [];
      case 'error':
      case 'warning':
      case 'notice':
        return shown(name, `${words[name]}: ${message}`);
      default:
        return [];
    }
  };
  return (line) => {
    const command = parseCommand(line);
    return command === undefined ? shown('plain', line) : obey(command);
  };
}
