/** The few expressions of GitHub Actions that scan.yml uses. Any other is an error. */

export type Contexts = Readonly<Record<string, unknown>>;

/** The value at `path`, such as `needs.targets.result`; `''` where there is none. */
export function lookUp(path: string, contexts: Contexts): string {
  let value: unknown = contexts;
  for (const name of path.replace('fromJSON(toJSON(job))', 'job').split('.'))
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined;
  return value === undefined || value === null ? '' : String(value);
}

function operand(text: string, contexts: Contexts): string {
  const literal = /^'(.*)'$/.exec(text)?.[1];
  if (literal !== undefined) return literal;
  if (!/^[\w.-]+$/.test(text.replace('fromJSON(toJSON(job))', 'job'))) throw new Error(`not known: ${text}`);
  return lookUp(text, contexts);
}

/** `text` with its expressions replaced. */
export function fill(text: unknown, contexts: Contexts): string {
  return String(text).replace(/\$\{\{(.*?)\}\}/g, (_match, expression: string) => {
    const values = expression.split('||').map((each) => operand(each.trim(), contexts));
    return values.find((value) => value !== '') ?? '';
  });
}

/** Without a condition a step runs where none before it failed, and a job where all that it needs succeeded. */
export function holds(
  condition: string | undefined,
  { isFine, contexts }: { isFine: boolean; contexts: Contexts },
): boolean {
  if (condition === undefined) return isFine;
  const parts = condition.replace(/^\$\{\{(.*)\}\}$/, '$1').split('&&');
  const asks = parts
    .map((part) => part.trim())
    .filter((part) => part !== 'always()' && part !== '!cancelled()');
  if (asks.length === parts.length && !isFine) return false;
  return asks.every((part) => {
    const [left = '', operator = '', right = ''] = part.split(/\s+(==|!=)\s+/);
    if (operator === '') throw new Error(`not known: ${part}`);
    return (operand(left, contexts) === operand(right, contexts)) === (operator === '==');
  });
}
