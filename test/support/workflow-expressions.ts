/** The few expressions of GitHub Actions that scan.yml uses. Any other is an error. */

export type Contexts = Readonly<Record<string, unknown>>;

/** The value of a literal, or at a path such as `needs.targets.result`; `''` if there is none. JSON stays a text. */
function lookUp(expression: string, contexts: Contexts): string {
  const literal = /^'(.*)'$/.exec(expression)?.[1];
  if (literal !== undefined) return literal;
  const path = expression.replace('toJSON(job)', 'job').replace(/^fromJSON\(([\w.-]+)\)/, '$1');
  if (!/^[\w.-]+$/.test(path)) throw new Error(`not known: ${expression}`);
  let value: unknown = contexts;
  for (const name of path.split('.')) value = new Map(Object.entries(value ?? {})).get(name);
  return String(value ?? '');
}

/** `text` with its expressions replaced. */
export function fill(text: unknown, contexts: Contexts): string {
  return String(text).replace(/\$\{\{(.*?)\}\}/g, (_match, expression: string) => {
    const values = expression.split('||').map((each) => lookUp(each.trim(), contexts));
    return values.find((value) => value !== '') ?? '';
  });
}

/** Without a condition a step runs if none before it failed, and a job if all that it needs succeeded: `isFine`. */
export function holds(condition: string | undefined, isFine: boolean, contexts: Contexts): boolean {
  const parts = condition?.replace(/^\$\{\{(.*)\}\}$/, '$1').split('&&') ?? [];
  const asks = parts.map((part) => part.trim()).filter((part) => !/^(always|!cancelled)\(\)$/.test(part));
  if (asks.length === parts.length && !isFine) return false;
  return asks.every((part) => {
    const [left = '', operator, right = ''] = part.split(/\s+(==|!=)\s+/);
    if (operator === undefined) throw new Error(`not known: ${part}`);
    return (lookUp(left, contexts) === lookUp(right, contexts)) === (operator === '==');
  });
}
