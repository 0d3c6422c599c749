/**
 * Lets time pass faster in the process that preloads this module (`NODE_OPTIONS=--import=…`), so that a silence of 30
 * seconds is over in half of one, in a program that knows nothing of it.
 *
 * `FAST_TIME_FACTOR`: how many times faster. `FAST_TIME_ORIGIN`: the moment, in milliseconds since the Unix epoch, at which
 * fast time and real time agree; others who count from the same moment see the same time. Default: now.
 *
 * Timers, `Date` and `performance.now()` are sped up. Delays below half a second stay as they are: nobody waits for those,
 * and the built-in HTTP client measures its own, real, time limits in ticks of that length.
 */
import { syncBuiltinESMExports } from 'node:module';
import { performance } from 'node:perf_hooks';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';

const shortestScaledMs = 500;

const factor = Number(process.env['FAST_TIME_FACTOR'] ?? '60');
if (!(factor >= 1)) throw new Error('FAST_TIME_FACTOR must be a number of at least 1');
const RealDate = Date;
const originMs = Number(process.env['FAST_TIME_ORIGIN'] ?? RealDate.now());

/** @param {unknown} delayMs */
function scaled(delayMs) {
  return typeof delayMs === 'number' && delayMs >= shortestScaledMs
    ? Math.max(1, delayMs / factor)
    : delayMs;
}

/** A timer function whose delay is its second argument; symbols such as the promisified form come along. */
function scaleTimer(real) {
  const fast = (callback, delayMs, ...rest) => real(callback, scaled(delayMs), ...rest);
  if (promisify.custom in real) {
    Object.defineProperty(fast, promisify.custom, {
      value: (delayMs, ...rest) => real[promisify.custom](scaled(delayMs), ...rest),
    });
  }
  return fast;
}

for (const name of ['setTimeout', 'setInterval']) {
  timers[name] = scaleTimer(timers[name]);
  globalThis[name] = timers[name];
  const real = timersPromises[name];
  timersPromises[name] = (delayMs, ...rest) => real(scaled(delayMs), ...rest);
}
const realTimeoutSignal = AbortSignal.timeout;
AbortSignal.timeout = (delayMs) => realTimeoutSignal.call(AbortSignal, Math.ceil(Number(scaled(delayMs))));

const realNow = RealDate.now.bind(RealDate);
const fastNow = () => Math.round(originMs + (realNow() - originMs) * factor);
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(fastNow()).toString(),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [fastNow()] : given, newTarget),
  get: (target, key, receiver) => (key === 'now' ? fastNow : Reflect.get(target, key, receiver)),
});

const realElapsed = performance.now.bind(performance);
Object.defineProperty(performance, 'now', { value: () => realElapsed() * factor, configurable: true });

syncBuiltinESMExports();
