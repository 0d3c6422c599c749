/** Reads the files a step writes for the runner: `GITHUB_OUTPUT`, `GITHUB_STATE`, `GITHUB_ENV`. */

/**
 * Parses `name=value` lines and `name<<delimiter … delimiter` blocks, as `FileCommandManager.cs` of actions/runner does.
 *
 * @throws {Error} what the runner would call an invalid format
 */
export function parseCommandFile(content: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = content.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const equals = line.indexOf('=');
    const heredoc = line.indexOf('<<');
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      values[line.slice(0, equals)] = line.slice(equals + 1);
      continue;
    }
    const name = line.slice(0, Math.max(heredoc, 0));
    const delimiter = heredoc < 0 ? '' : line.slice(heredoc + 2);
    if (name === '' || delimiter === '') throw new Error(`Invalid format '${line}'`);
    const end = lines.indexOf(delimiter, index + 1);
    if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
    values[name] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return values;
}
