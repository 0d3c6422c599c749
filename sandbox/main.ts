import { parseArgs } from 'node:util';
import { startSandbox } from './server.ts';
import { startHardenedSite } from './sites/hardened.ts';
import { startWeakSite } from './sites/weak.ts';

const usage = `Usage: node sandbox/main.ts [options]

Starts a stand-in for the scanning service on this machine, and two sample sites, a weak one and a hardened one.
It scans sites on this machine only.

  --port <number>     port of the service (default: any free port)
  --api-key <text>    API key it accepts (default: random, printed)
  --scan-ms <number>  how long a scan takes at least (default 300)
  --help              print this text
`;

const options = {
  port: { type: 'string', default: '0' },
  'api-key': { type: 'string' },
  'scan-ms': { type: 'string', default: '300' },
  help: { type: 'boolean', default: false },
} as const;

function readNumber(name: string, text: string, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > max)
    throw new Error(`--${name} must be a number from 0 to ${max}.`);
  return Number(text);
}

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const port = readNumber('port', values.port, 65_535);
  const scanMs = readNumber('scan-ms', values['scan-ms'], 86_400_000);
  const apiKey = values['api-key'];
  if (apiKey === '') throw new Error('--api-key must not be empty.');
  const stack = new AsyncDisposableStack();
  const sandbox = stack.use(await startSandbox({ port, scanMs, ...(apiKey !== undefined && { apiKey }) }));
  const weak = stack.use(await startWeakSite());
  const hardened = stack.use(await startHardenedSite());
  console.log(`service        ${sandbox.url}
API key        ${sandbox.apiKey}
weak site      ${weak.url}
hardened site  ${hardened.url}`);

  const stop = () => void stack.disposeAsync().catch(fail);
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

run(process.argv.slice(2)).catch(fail);
