/**
 * Lets time pass faster in the process that preloads this module (`NODE_OPTIONS=--import=…`): half an hour of waiting is over
 * in seconds, and the program does not notice.
 *
 * `FAST_TIME_FACTOR`: how many times faster; default 200. `FAST_TIME_START`: the first `Date.now()`; default the real time.
 *
 * While a request of `fetch` is on its way, time passes at its usual speed, until the other side has been silent for so long
 * that it counts as hanging. Time goes on in small ticks, so a busy machine slows it down and does not make everything late.
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
/** Real time after which no answer will come. */
const hangsAfterMs = 2_000;

const real = { ...timers, Date, elapsedMs: performance.now.bind(performance) };
let factor = 1;
/** `Date.now()` when no fast time had passed. */
let startMs = 0;
/** Fast time since the beginning. */
let passedMs = 0;
/** Requests. */
let underWay = 0;
let heardAtMs = 0;

function hear() {
  heardAtMs = real.elapsedMs();
}

function count(change) {
  underWay = Math.max(0, underWay + change);
  hear();
}

subscribe('undici:request:create', () => count(1));
subscribe('undici:request:headers', hear);
for (const end of ['undici:request:trailers', 'undici:request:error']) subscribe(end, () => count(-1));

/** Timers that wait, in the order in which they were set. */
const waiting = new Set();
let ticker;

function begin() {
  const { FAST_TIME_FACTOR = '200', FAST_TIME_START = real.Date.now() } = process.env;
  factor = Number(FAST_TIME_FACTOR);
  if (!(factor >= 1)) throw new Error('FAST_TIME_FACTOR must be a number of at least 1');
  startMs = Number(FAST_TIME_START) - passedMs;
  underWay = 0;
  waiting.clear();
  ticker ??= real.setInterval(tick, tickMs);
}

begin();
// Of `play-runs.js`. Between two runs the ticks would take a thirtieth of a core in each process.
process.on('new-run', begin);
process.on('run-end', () => {
  real.clearInterval(ticker);
  ticker = undefined;
});

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

/** The process lives for as long as a timer waits that it has to wait for. */
function keepAlive() {
  if ([...waiting].some((timer) => timer.hasRef())) ticker?.ref();
  else ticker?.unref();
}

let lastId = 2 ** 40;

class FastTimer {
  #run;
  #delayMs;
  #repeats;
  #isRef = true;
  #id = ++lastId;

  constructor(run, delayMs, repeats) {
    this.#run = run;
    this.#delayMs = delayMs;
    this.#repeats = repeats;
    this.#arm();
  }

  #arm() {
    this.dueMs = passedMs + this.#delayMs;
    waiting.add(this);
    keepAlive();
    return this;
  }

  #setRef(isRef) {
    this.#isRef = isRef;
    keepAlive();
    return this;
  }

  fire() {
    if (this.#repeats) this.#arm();
    else waiting.delete(this);
    this.#run();
  }

  refresh() {
    // A timer that measures a silence is refreshed at every sign of life.
    hear();
    return this.#delayMs === undefined ? this : this.#arm();
  }

  close() {
    this.#delayMs = undefined;
    waiting.delete(this);
    keepAlive();
    return this;
  }

  ref = () => this.#setRef(true);
  unref = () => this.#setRef(false);
  hasRef = () => this.#isRef;
  [Symbol.toPrimitive] = () => this.#id;
  [Symbol.dispose] = () => this.close();
}

function fastTimer(name, repeats) {
  return (callback, delayMs, ...rest) =>
    typeof delayMs === 'number' && delayMs >= shortestFastMs
      ? new FastTimer(() => callback(...rest), delayMs, repeats)
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
