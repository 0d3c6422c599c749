/**
 * Jest's environment for Node.js, with a global object that is fast in V8. Jest's own has an interceptor, which is called
 * for every `undefined`, `Math` or `String` in tests and tested code. A loop over such names takes fifty times as long
 * there.
 *
 * Jest's fake timers would act on the other global object. The tests use their own clocks.
 */
import { enableCompileCache } from 'node:module';
import { constants, createContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import './compile-once.js';

/** For what Node.js itself loads: `once.ts` and all that it imports. */
enableCompileCache();

/** Objects of a new context that jest replaces by its own. */
const fromJest = ['Buffer', 'ArrayBuffer', 'Uint8Array', 'process'];

/** The descriptor of `name` for another context: a value as it is, an accessor as a look-up in this process. */
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
    plain.loadOnce = () => import('./once.ts');
    plain.global = plain;
    plain.Error.stackTraceLimit = this.global.Error.stackTraceLimit;
    this.context = plain;
    this.global = plain;
  }
}
