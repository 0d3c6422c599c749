import { parseArgs } from 'node:util';
import { startSandbox } from './server.ts';
import { startHardenedSite } from './sites/hardened.ts';
import { startWeakSite } from './sites/weak.ts';

const usage = `Usage: node sandbox/main.ts [options]

Starts a stand-in for the scanning service on this machine. It scans sites on this machine only.

  --port <number>      port of the service (default: any free port)
  --api-key <text>     API key it accepts (default: random, printed)
  --sites              also start two sample sites, a weak one and a hardened one
  --queue-ms <number>  how long a scan waits in the queue (default 0)
  --scan-ms <number>   how long a scan takes at least (default 300)
  --help               print this text
`;

const options = {
  port: { type: 'string', default: '0' },
  'api-key': { type: 'string' },
  sites: { type: 'boolean', default: false },
  'queue-ms': { type: 'string', default: '0' },
  'scan-ms': { type: 'string', default: '300' },
  help: { type: 'boolean', default: false },
} as const;

const maxPort = 65_535;
const maxWaitMs = 86_400_000;

function readArguments(args: string[]) {
  const { values } = parseArgs({ args, options });
  const apiKey = values['api-key'];
  if (apiKey === '') throw new Error('--api-key must not be empty.');
  return {
    help: values.help,
    sites: values.sites,
    sandbox: {
      port: readNumber('port', values.port, maxPort),
      queueMs: readNumber('queue-ms', values['queue-ms'], maxWaitMs),
      scanMs: readNumber('scan-ms', values['scan-ms'], maxWaitMs),
      ...(apiKey !== undefined && { apiKey }),
    },
  };
}

function readNumber(name: string, text: string, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > max)
    throw new Error(`--${name} must be a number from 0 to ${max}.`);
  return Number(text);
}

async function run(args: string[]): Promise<void> {
  const { help, sites, sandbox: sandboxOptions } = readArguments(args);
  if (help) {
    process.stdout.write(usage);
    return;
  }
  const stack = new AsyncDisposableStack();
  const sandbox = stack.use(await startSandbox(sandboxOptions));
  const lines = [`service        ${sandbox.url}`, `API key        ${sandbox.apiKey}`];
  if (sites) {
    const weak = stack.use(await startWeakSite());
    const hardened = stack.use(await startHardenedSite());
    lines.push(`weak site      ${weak.url}`, `hardened site  ${hardened.url}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);

  const stop = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    stack.disposeAsync().catch(fail);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

run(process.argv.slice(2)).catch(fail);
