/** What is in a job log against the will of the action. */
import { type Command, parseCommand, parseCommands } from '../commands.ts';
import { hostileTexts } from './corpus.ts';

/** The commands of this action, with their properties. */
const own = [
  ...['add-mask', 'debug', 'endgroup', 'group', 'error', 'notice', 'warning'],
  ...['error title', 'notice title', 'warning title'],
];

function summaryOf({ name, message }: Command): string {
  return `${name} ${message.trim()}`;
}

/** The commands that the runner would find if the texts of the corpus were printed unchanged. */
const forged = new Set(
  hostileTexts.flatMap(({ text }) => parseCommands(text.split(/\r\n|\n|\r/)).map(summaryOf)),
);

/** Lines with a command that does not look like one of ours, or that is in the corpus. */
export function foreignCommands(lines: readonly string[]): string[] {
  return lines.filter((line) => {
    const command = parseCommand(line);
    if (command === undefined) return false;
    const { name, properties, message, syntax } = command;
    const form = `${name} ${Object.keys(properties)}`.trim();
    const isOurs = syntax === 'v2' && line.startsWith(`::${name}`) && own.includes(form);
    // A command without a message may come from anywhere.
    return !isOurs || (message !== '' && forged.has(summaryOf(command)));
  });
}

/** Lines with characters that change what a terminal or a reader shows, except tabs. */
export function unseenCharacters(lines: readonly string[]): string[] {
  return lines.filter((line) =>
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(line),
  );
}
