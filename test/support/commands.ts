/**
 * What a step says to the runner, read as actions/runner reads it: workflow commands in the output (`ActionCommand.cs`) and
 * command files (`FileCommandManager.cs`).
 *
 * A command is `::command key=value,key=value::message` after leading white space, or the older
 * `##[command key=value;key=value]message` anywhere in a line. Names are compared without regard to case, and only
 * registered ones count.
 */

export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
  readonly syntax: 'v1' | 'v2';
  /** The line as printed. */
  readonly line: string;
}

/** The names of all commands. */
export const registeredCommands: ReadonlySet<string> = new Set(
  (
    'add-mask add-matcher add-path debug echo endgroup error group internal-set-repo-path notice remove-matcher ' +
    'save-state set-env set-output stop-commands warning'
  ).split(' '),
);

/** Characters that are written as `%XX`. So is `%` itself, which is decoded last. */
const dialects = [
  { syntax: 'v2', pattern: /^\s*::(.*?)::(.*)$/s, separator: ',', inProperty: '\r\n:,', inMessage: '\r\n' },
  { syntax: 'v1', pattern: /##\[(.*?)\](.*)$/s, separator: ';', inProperty: ';\r\n]', inMessage: ';\r\n]' },
] as const;

function decode(text: string, escaped: string): string {
  if (!text.includes('%')) return text;
  const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
  return [...escaped, '%'].reduce((rest, each) => rest.replaceAll(`%${hex(each)}`, each), text);
}

function readProperties(text: string, { separator, inProperty }: (typeof dialects)[number]) {
  const properties: Record<string, string> = {};
  for (const part of text.split(separator)) {
    const equals = part.indexOf('=');
    const value = decode(part.slice(equals + 1), inProperty);
    if (equals > 0 && value !== '') properties[part.slice(0, equals).trim()] = value;
  }
  return properties;
}

/** The command in one line of output, if the runner would see one; `stop-commands` is not considered. */
export function parseCommand(line: string, names = registeredCommands): Command | undefined {
  for (const dialect of dialects) {
    const [, head, message = ''] = dialect.pattern.exec(line) ?? [];
    const [, name = '', rest = ''] = /^([^ ]*) ?(.*)$/s.exec(head ?? '') ?? [];
    if (!names.has(name.toLowerCase())) continue;
    return {
      name: name.toLowerCase(),
      properties: readProperties(rest, dialect),
      message: decode(message, dialect.inMessage),
      syntax: dialect.syntax,
      line,
    };
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
      if (parseCommand(line, new Set([stopToken.toLowerCase()])) !== undefined) stopToken = undefined;
      continue;
    }
    const command = parseCommand(line);
    if (command === undefined) continue;
    commands.push(command);
    if (command.name === 'stop-commands') stopToken = command.message;
  }
  return commands;
}

/** Replaces the values of `add-mask` by `***`; of a value of several lines, each of them too. */
export class Masks {
  readonly #values = new Set<string>();

  add(value: string): void {
    for (const part of [value, ...value.split(/\r\n|\r|\n/)]) if (part.trim() !== '') this.#values.add(part);
  }

  /** Longest first, so that a value that holds another one disappears as a whole. */
  hide(text: string): string {
    const values = [...this.#values].sort((a, b) => b.length - a.length);
    return values.reduce((rest, value) => rest.replaceAll(value, '***'), text);
  }
}

/** The log as people see it: every value is hidden from its `add-mask` on. */
export function maskLog(lines: readonly string[]): string {
  const masks = new Masks();
  const shown = lines.map((line) => {
    const command = parseCommand(line);
    if (command?.name !== 'add-mask') return masks.hide(line);
    masks.add(command.message);
    return '::add-mask::***';
  });
  return shown.join('\n');
}

/**
 * The values in `GITHUB_OUTPUT`, `GITHUB_STATE` or `GITHUB_ENV`: lines `name=value` and blocks `name<<delimiter … delimiter`.
 *
 * @throws {Error} for what the runner calls an invalid format
 */
export function parseCommandFile(content: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = content.split(/\r?\n/);
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue;
    const [, name = '', separator, rest = ''] = /^(.*?)(=|<<)(.*)$/.exec(line) ?? [];
    if (separator === '=') {
      values[name] = rest;
      continue;
    }
    if (name === '' || rest === '') throw new Error(`Invalid format '${line}'`);
    const end = lines.indexOf(rest);
    if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${rest}'`);
    values[name] = lines
      .splice(0, end + 1)
      .slice(0, -1)
      .join('\n');
  }
  return values;
}
