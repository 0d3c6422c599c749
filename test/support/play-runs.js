/**
 * `node play-runs.js <script>`, with a channel to the parent process: plays a run of the script for each message
 * `{ env, cwd }`, one after the other, and answers with `{ code, written }`: the exit code, and how many bytes of standard
 * output and error there are until now.
 *
 * Each run evaluates the script anew. What the end of a process would take away is taken away where the script exits:
 * variables, handlers of signals, connections, and the time of `fast-time.js`.
 */
import { globalAgent } from 'node:http';
import { pathToFileURL } from 'node:url';
import { addressesOfRuns } from './addresses-of-runs.js';

const addresses = addressesOfRuns(pathToFileURL(process.argv[2] ?? '').href);
/** Where Node.js and its `fetch` keep the connections. */
const connections = Symbol.for('undici.globalDispatcher.1');

process.exit = (code = process.exitCode) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  const used = globalThis[connections];
  if (used !== undefined) {
    globalThis[connections] = new used.constructor();
    used.destroy();
  }
  globalAgent.destroy();
  process.emit('run-end');
  const written = [process.stdout.bytesWritten, process.stderr.bytesWritten];
  process.send({ code: Number(code ?? 0), written });
};

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', ({ env, cwd }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.exitCode = undefined;
  process.emit('new-run');
  void import(addresses.next().value);
});
