/** The log of a step as GitHub shows it on the page of a run: groups as titles, annotations as words, secrets masked. */
import { type Command, parseCommand } from './commands.ts';

/** How a line is to be shown; `heading` is the title of a group. */
export type LineKind = 'plain' | 'heading' | 'error' | 'warning' | 'notice';

export interface ShownLine {
  readonly kind: LineKind;
  readonly text: string;
}

const words = { error: 'Error', warning: 'Warning', notice: 'Notice' } as const;

/**
 * Takes the lines of a step as they come. A mask counts from where it was set; debug messages are hidden, as they are
 * unless debug logging is switched on.
 *
 * @returns a function from one line of output to what is shown for it, which may be nothing
 */
export function createLogView(): (line: string) => ShownLine[] {
  const masks = new Set<string>();
  let inGroup = false;
  const hide = (text: string) =>
    // Longest first, so that a mask within another one leaves nothing of it behind.
    [...masks].sort((a, b) => b.length - a.length).reduce((rest, mask) => rest.replaceAll(mask, '***'), text);
  const shown = (kind: LineKind, text: string): ShownLine[] =>
    hide(text)
      .split('\n')
      .map((line) => ({ kind, text: inGroup ? `  ${line}` : line }));

  const obey = ({ name, message }: Command): ShownLine[] => {
    switch (name) {
      case 'add-mask':
        for (const line of [message, ...message.split(/\r?\n/)]) if (line.trim() !== '') masks.add(line);
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
