/**
 * Lets time pass faster in the process that preloads this module (`NODE_OPTIONS=--import=…`), so that half an hour of
 * waiting is over in seconds, in a program that knows nothing of it.
 *
 * `FAST_TIME_FACTOR`: how many times faster; default 200. `FAST_TIME_START`: what `Date.now()` says at the beginning; default
 * the real time.
 *
 * Time is fast only while the process waits for nobody: as long as a request of `fetch` is on its way it passes as usual, until
 * the other side has been silent for a while and counts as hanging. It goes on in small ticks, so that a busy machine slows it
 * down instead of making everything late at once.
 *
 * Sped up are `setTimeout`, `setInterval`, `setTimeout` of `node:timers/promises`, `AbortSignal.timeout`, `Date` and
 * `performance.now()`. Delays below half a second stay as they are: nobody waits for those, and the built-in HTTP client
 * measures its own time limits in ticks of that length.
 */
import { subscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
import { performance } from 'node:perf_hooks';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';

const tickMs = 5;
const shortestFastMs = 500;
/** Real time after which an answer will not come. */
const hangsAfterMs = 2_000;

const factor = Number(process.env['FAST_TIME_FACTOR'] ?? '200');
if (!(factor >= 1)) throw new Error('FAST_TIME_FACTOR must be a number of at least 1');

const real = {
  setTimeout: timers.setTimeout,
  setInterval: timers.setInterval,
  clearTimeout: timers.clearTimeout,
  clearInterval: timers.clearInterval,
  Date,
  elapsedMs: performance.now.bind(performance),
};

const startMs = Number(process.env['FAST_TIME_START'] ?? Date.now());
/** Fast time since the beginning. */
let passedMs = 0;
let underWay = 0;
let heardAtMs = 0;

function hear() {
  heardAtMs = real.elapsedMs();
}

subscribe('undici:request:create', () => {
  underWay += 1;
  hear();
});
subscribe('undici:request:headers', hear);
for (const end of ['undici:request:trailers', 'undici:request:error']) {
  subscribe(end, () => {
    underWay = Math.max(0, underWay - 1);
    hear();
  });
}

/** Timers that wait, in the order in which they were set. */
const waiting = new Set();
const ticker = real.setInterval(tick, tickMs);
ticker.unref();

function tick() {
  const isAsked = underWay > 0 && real.elapsedMs() - heardAtMs < hangsAfterMs;
  passedMs += isAsked ? tickMs : tickMs * factor;
  const due = [...waiting].filter(({ dueMs }) => dueMs <= passedMs).sort((a, b) => a.dueMs - b.dueMs);
  for (const timer of due) {
    // An earlier one may have cleared or refreshed it.
    if (waiting.has(timer) && timer.dueMs <= passedMs) timer.fire();
  }
  keepAlive();
}

/** The process goes on for as long as one waits that is to be waited for. */
function keepAlive() {
  if ([...waiting].some((timer) => timer.hasRef())) ticker.ref();
  else ticker.unref();
}

let lastId = 2 ** 40;

class FastTimer {
  #run;
  #delayMs;
  #repeats;
  #isCleared = false;
  #isRef = true;
  #id = ++lastId;
  dueMs = 0;

  constructor(run, { delayMs, repeats }) {
    this.#run = run;
    this.#delayMs = delayMs;
    this.#repeats = repeats;
    this.#arm();
  }

  #arm() {
    this.dueMs = passedMs + this.#delayMs;
    waiting.add(this);
    keepAlive();
  }

  fire() {
    if (this.#repeats) this.#arm();
    else waiting.delete(this);
    this.#run();
  }

  refresh() {
    // Whoever measures a silence refreshes at each sign of life.
    hear();
    if (!this.#isCleared) this.#arm();
    return this;
  }

  close() {
    this.#isCleared = true;
    waiting.delete(this);
    keepAlive();
    return this;
  }

  ref() {
    this.#isRef = true;
    keepAlive();
    return this;
  }

  unref() {
    this.#isRef = false;
    keepAlive();
    return this;
  }

  hasRef() {
    return this.#isRef;
  }

  [Symbol.toPrimitive]() {
    return this.#id;
  }

  [Symbol.dispose]() {
    this.close();
  }
}

function fastTimer(name, repeats) {
  return (callback, delayMs, ...rest) =>
    typeof delayMs === 'number' && delayMs >= shortestFastMs
      ? new FastTimer(() => callback(...rest), { delayMs, repeats })
      : real[name](callback, delayMs, ...rest);
}

function fastClear(name) {
  return (timer) => {
    const known =
      timer instanceof FastTimer ? timer : [...waiting].find((each) => Number(each) === Number(timer));
    if (known === undefined) real[name](timer);
    else known.close();
  };
}

function sleep(delayMs, value, { signal, ref = true } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const abort = () => {
    timers.clearTimeout(timer);
    reject(new DOMException('The operation was aborted', { name: 'AbortError', cause: signal.reason }));
  };
  const timer = timers.setTimeout(() => {
    signal?.removeEventListener('abort', abort);
    resolve(value);
  }, delayMs);
  if (!ref) timer.unref();
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return promise;
}

const fastTimers = {
  setTimeout: fastTimer('setTimeout', false),
  setInterval: fastTimer('setInterval', true),
  clearTimeout: fastClear('clearTimeout'),
  clearInterval: fastClear('clearInterval'),
};
Object.defineProperty(fastTimers.setTimeout, promisify.custom, { value: sleep });
Object.assign(timers, fastTimers);
Object.assign(globalThis, fastTimers);
timersPromises.setTimeout = sleep;

AbortSignal.timeout = (delayMs) => {
  const controller = new AbortController();
  const timedOut = () => controller.abort(new DOMException('The operation timed out', 'TimeoutError'));
  timers.setTimeout(timedOut, delayMs).unref();
  return controller.signal;
};

const now = () => Math.round(startMs + passedMs);
globalThis.Date = new Proxy(real.Date, {
  apply: () => new real.Date(now()).toString(),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});
Object.defineProperty(performance, 'now', { value: () => passedMs, configurable: true });

syncBuiltinESMExports();
