/**
 * Workflow commands as the runner reads them out of a step's output (`ActionCommand.cs` of actions/runner):
 * `::command key=value,key=value::message` after leading white space, and the older `##[command key=value;key=value]message`
 * anywhere in a line. Names are compared without regard to case, and only registered ones count.
 */

export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
  readonly syntax: 'v1' | 'v2';
  /** The line as printed. */
  readonly line: string;
}

/** What the runner registers, `stop-commands` included. */
const REGISTERED = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'internal-set-repo-path',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
]);

const V2_MESSAGE: readonly (readonly [string, string])[] = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
];
const V2_PROPERTY: readonly (readonly [string, string])[] = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%3A', ':'],
  ['%2C', ','],
  ['%25', '%'],
];
const V1: readonly (readonly [string, string])[] = [
  ['%3B', ';'],
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%5D', ']'],
  ['%25', '%'],
];

function decode(text: string, escapes: readonly (readonly [string, string])[]): string {
  let plain = text;
  for (const [escaped, character] of escapes) plain = plain.replaceAll(escaped, character);
  return plain;
}

interface Dialect {
  readonly separator: string;
  readonly escapes: readonly (readonly [string, string])[];
}

function parseHead(head: string, dialect: Dialect): Pick<Command, 'name' | 'properties'> {
  const space = head.indexOf(' ');
  const name = (space < 0 ? head : head.slice(0, space)).toLowerCase();
  const properties: Record<string, string> = {};
  if (space > 0) {
    for (const part of head.slice(space + 1).split(dialect.separator)) {
      const equals = part.indexOf('=');
      if (equals <= 0) continue;
      const value = decode(part.slice(equals + 1), dialect.escapes);
      if (value !== '') properties[part.slice(0, equals).trim()] = value;
    }
  }
  return { name, properties };
}

function parseV2(line: string): Command | undefined {
  const trimmed = line.trimStart();
  if (!trimmed.startsWith('::')) return undefined;
  const end = trimmed.indexOf('::', 2);
  if (end < 0) return undefined;
  const head = parseHead(trimmed.slice(2, end), { separator: ',', escapes: V2_PROPERTY });
  return { ...head, message: decode(trimmed.slice(end + 2), V2_MESSAGE), syntax: 'v2', line };
}

function parseV1(line: string): Command | undefined {
  const start = line.indexOf('##[');
  if (start < 0) return undefined;
  const end = line.indexOf(']', start);
  if (end < 0) return undefined;
  const head = parseHead(line.slice(start + 3, end), { separator: ';', escapes: V1 });
  return { ...head, message: decode(line.slice(end + 1), V1), syntax: 'v1', line };
}

/** The command in one line of output, if the runner would see one, `stop-commands` not considered. */
export function parseCommand(line: string): Command | undefined {
  return parseRegistered(line, REGISTERED);
}

function parseRegistered(line: string, names: ReadonlySet<string>): Command | undefined {
  for (const command of [parseV2(line), parseV1(line)]) {
    if (command !== undefined && names.has(command.name)) return command;
  }
  return undefined;
}

/**
 * Every command in the output of a step, in order. Between `::stop-commands::token` and `::token::` nothing is a command.
 *
 * @param lines output of both streams, without line ends
 */
export function parseCommands(lines: readonly string[]): Command[] {
  const commands: Command[] = [];
  let stopToken: string | undefined;
  for (const line of lines) {
    if (stopToken !== undefined) {
      if (parseRegistered(line, new Set([stopToken.toLowerCase()])) !== undefined) stopToken = undefined;
      continue;
    }
    const command = parseCommand(line);
    if (command === undefined) continue;
    commands.push(command);
    if (command.name === 'stop-commands') stopToken = command.message;
  }
  return commands;
}

/**
 * The log as people see it: from each `add-mask` on, its value is replaced by `***`, a value of several lines in every
 * one of its lines as well, as the runner does it.
 */
export function maskLog(lines: readonly string[]): string {
  const masks = new Set<string>();
  const shown: string[] = [];
  for (const line of lines) {
    const command = parseCommand(line);
    if (command?.name === 'add-mask') {
      for (const part of [command.message, ...command.message.split(/\r\n|\r|\n/)]) {
        if (part.trim() !== '') masks.add(part);
      }
      shown.push('::add-mask::***');
      continue;
    }
    let masked = line;
    // Longest first, so that a mask within another one leaves nothing of it behind.
    for (const mask of [...masks].sort((a, b) => b.length - a.length))
      masked = masked.replaceAll(mask, '***');
    shown.push(masked);
  }
  return shown.join('\n');
}
