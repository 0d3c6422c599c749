/** Spares V8 from reading the entry of the bundle twice. */
import { readFile, writeFile } from 'node:fs/promises';
import { parse } from '@swc/core';

/**
 * Puts every module of a script of the bundler into parentheses. V8 takes a function within parentheses for one that is
 * called at once, as all modules of the entry are, and compiles it when it reads it; any other it reads over first, and
 * once more when it is called. That is worth a fourteenth of the start.
 *
 * @throws {Error} where there is nothing like a module, so that the bundler must have changed
 */
export async function compileAtOnce(path: string): Promise<void> {
  const source = await readFile(path);
  const script = await parse(source.toString(), { syntax: 'ecmascript', target: 'es2022' });
  const modules = [...modulesIn(script.body)];
  if (modules.length === 0) throw new Error(`${path} holds no modules`);
  const parts: Buffer[] = [];
  let from = 0;
  for (const { start, end } of modules) {
    // swc counts bytes, over all that it has parsed so far.
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

/** The functions that stand under numbers, in their order, none within another. */
function* modulesIn(node: unknown): Generator<Span> {
  if (typeof node !== 'object' || node === null) return;
  if (isModule(node)) yield node.value.span;
  else for (const child of Object.values(node)) yield* modulesIn(child);
}

function isModule(node: object): node is { readonly value: { readonly span: Span } } {
  const { type, key, value } = node as Readonly<
    Record<string, { readonly type?: string } | string | undefined>
  >;
  return (
    type === 'KeyValueProperty' &&
    typeof key === 'object' &&
    key.type === 'NumericLiteral' &&
    typeof value === 'object' &&
    value.type === 'ArrowFunctionExpression'
  );
}
