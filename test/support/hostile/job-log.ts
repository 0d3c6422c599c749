/** What stands in a job log that the action did not mean to put there. */
import { type Command, parseCommand, parseCommands } from '../commands.ts';
import { hostileTexts } from './corpus.ts';

/** The commands of this action, and the properties it gives them. */
const own: Readonly<Record<string, readonly string[]>> = {
  'add-mask': [],
  debug: [],
  endgroup: [],
  error: ['title'],
  group: [],
  notice: ['title'],
  warning: ['title'],
};

function told({ name, message }: Command): string {
  return `${name} ${message.trim()}`;
}

/** What the texts of the corpus would make the runner do, were they printed as they are. */
const forged = new Set(hostileTexts.flatMap(({ text }) => parseCommands(text.split(/\r\n|\n|\r/)).map(told)));

/** Every command in `lines` that is not one of ours by its shape, or is one of the corpus, as the line it stands in. */
export function foreignCommands(lines: readonly string[]): string[] {
  return lines.filter((line) => {
    const command = parseCommand(line);
    if (command === undefined) return false;
    const allowed = Object.hasOwn(own, command.name) ? own[command.name] : undefined;
    const ours =
      command.syntax === 'v2' &&
      line.startsWith(`::${command.name}`) &&
      allowed !== undefined &&
      Object.keys(command.properties).every((name) => allowed.includes(name));
    // One without a message says nothing of where it comes from.
    return !ours || (command.message !== '' && forged.has(told(command)));
  });
}

/** Lines with characters that a terminal or a reader acts on, tabs aside. */
export function unseenCharacters(lines: readonly string[]): string[] {
  return lines.filter((line) =>
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(line),
  );
}
