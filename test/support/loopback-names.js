/**
 * Resolves names without asking any server, in the process that preloads this module (`NODE_OPTIONS=--import=…`):
 * `*.localhost` and `*.test` are 127.0.0.1, except for the names in the file `UNKNOWN_NAMES_FILE`.
 * Everything else is unknown.
 */
import dns from 'node:dns';
import { existsSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

function isKnown(name) {
  const unknownFile = process.env['UNKNOWN_NAMES_FILE'] ?? '';
  const unknown = existsSync(unknownFile) ? readFileSync(unknownFile, 'utf8').split('\n') : [];
  return (name === 'localhost' || /\.(?:localhost|test)$/.test(name)) && !unknown.includes(name);
}

dns.lookup = (name, given, callback) => {
  const [options, done] = typeof given === 'function' ? [{}, given] : [given, callback];
  if (!isKnown(name)) {
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
      hostname: name,
    });
    process.nextTick(done, error);
  } else if (options.all) process.nextTick(done, null, [{ address: '127.0.0.1', family: 4 }]);
  else process.nextTick(done, null, '127.0.0.1', 4);
};
syncBuiltinESMExports();
