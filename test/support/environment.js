/**
 * Jest's environment for Node.js, but with a global object that V8 knows how to make fast. Jest's own stands behind an
 * interceptor, which every `undefined`, `Math` or `String` in tests and tested code is asked through: a loop over such
 * names takes fifty times as long there.
 *
 * Fake timers of jest would act on the other global object; the tests pass clocks in instead.
 */
import { constants, createContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** What jest takes from outside or makes itself, though a new context has its own. */
const fromJest = ['Buffer', 'ArrayBuffer', 'Uint8Array', 'process'];

/** How `name` of this process stands in another context: as it is, or looked up when it is asked for. */
function visible(name, descriptor) {
  if ('value' in descriptor) return descriptor;
  const { enumerable } = descriptor;
  return {
    configurable: true,
    enumerable,
    get: () => globalThis[name],
    set(value) {
      Object.defineProperty(this, name, { value, enumerable, writable: true, configurable: true });
    },
  };
}

// biome-ignore lint/style/noDefaultExport: jest reads the default export
export default class PlainEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const plain = createContext(constants.DONT_CONTEXTIFY);
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
      if (!Object.hasOwn(plain, name)) Object.defineProperty(plain, name, visible(name, descriptor));
    }
    for (const key of [...fromJest, ...Object.getOwnPropertySymbols(this.global)])
      plain[key] = this.global[key];
    plain.global = plain;
    plain.Error.stackTraceLimit = this.global.Error.stackTraceLimit;
    this.context = plain;
    this.global = plain;
  }
}
