/** Makes V8 compile the modules of the bundle's entry when it first reads them. */
import { readFile, writeFile } from 'node:fs/promises';
import { parse } from '@swc/core';
import { fieldsOf } from '../src/core/json.ts';

/**
 * Puts every module function of a bundled script into parentheses. V8 compiles such a function at once, because it expects it
 * to be called at once. Any other function is parsed twice: when it is read, and when it is called. All modules of the entry
 * are called. Over 750 pairs of starts, this saved 5 to 6 % of the time to the first request, of CPU and wall time alike.
 *
 * @throws {Error} where the script has no modules or others than expected, which means that the bundler has changed
 */
export async function compileAtOnce(path: string): Promise<void> {
  const source = await readFile(path);
  const script = await parse(source.toString(), { syntax: 'ecmascript', target: 'es2022' });
  const modules = [...modulesIn(script.body)];
  if (modules.length === 0) throw new Error(`${path} holds no modules`);
  const parts: Buffer[] = [];
  let from = 0;
  for (const { start, end } of modules) {
    // swc counts bytes, and goes on counting from one script to the next.
    const module = source.subarray(start - script.span.start, end - script.span.start);
    if (!/^(?:async)?\(?[\w,]*\)?=>/.test(module.toString('latin1', 0, 100)))
      throw new Error(
        `${path} holds something else where a module should be: ${module.toString('utf8', 0, 40)}`,
      );
    parts.push(source.subarray(from, start - script.span.start), Buffer.from('('), module, Buffer.from(')'));
    from = end - script.span.start;
  }
  await writeFile(path, Buffer.concat([...parts, source.subarray(from)]));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The functions under numeric keys, in their order, without those inside another. */
function* modulesIn(node: unknown): Generator<Span> {
  if (typeof node !== 'object' || node === null) return;
  const span = moduleSpan(node);
  if (span !== null) yield span;
  else for (const child of Object.values(node)) yield* modulesIn(child);
}

function moduleSpan(node: object): Span | null {
  const { type, key, value } = fieldsOf(node);
  const { type: keyType } = fieldsOf(key);
  const { type: valueType, span } = fieldsOf(value);
  const { start, end } = fieldsOf(span);
  const isModule =
    type === 'KeyValueProperty' && keyType === 'NumericLiteral' && valueType === 'ArrowFunctionExpression';
  return isModule && typeof start === 'number' && typeof end === 'number' ? { start, end } : null;
}
