/** Reads the YAML of a policy file or of an input. JSON is a part of YAML. */

import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Mistake } from './mistakes.ts';
import { maskUrlSecrets } from './site-address.ts';

/**
 * Reads YAML 1.2. These are mistakes too: another version, in which `010` is 8; unknown tags; aliases, a few of which
 * can expand to gigabytes; and the key `__proto__`, which changes an object. If there are mistakes, the document must
 * not be used.
 */
export function readYaml(text: string) {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line);
  const mistakes: Mistake[] = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
    line: lineAt(pos[0]),
    message: `not valid YAML: ${maskUrlSecrets(message.split('\n')[0] ?? '')}`,
  }));
  const { explicit, version } = document.directives.yaml;
  if (explicit === true && version !== '1.2')
    mistakes.push({ line: 1, message: `YAML ${version} is not taken, leave out the line \`%YAML\`` });
  visit(document, {
    Alias: (_, { source, range }) => {
      const message = `the alias \`*${maskUrlSecrets(source)}\` is not taken, write the value out`;
      mistakes.push({ line: lineAt(range?.[0] ?? 0), message });
    },
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === '__proto__')
        mistakes.push({ line: lineAt(key.range?.[0] ?? 0), message: '`__proto__` cannot be a key' });
    },
  });
  return { document, lineAt, mistakes };
}
