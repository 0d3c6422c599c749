/** A target that answers the action wrongly. The service is not affected, and meets a good site. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../../sandbox/loopback-server.ts';
import type { Network } from '../../support/network.ts';
import { passOn } from '../pass-on.ts';
import type { Place, TargetPlan } from './fault-row.ts';
import { startFront } from './front.ts';

interface Target extends AsyncDisposable {
  readonly url: string;
  readonly network: Network;
  onLine(line: string): void;
}

interface TargetOptions {
  /** The good site. */
  readonly upstream: string;
  /** Gets `target` when the fault is met. */
  readonly met: Set<Place>;
}

export function startTarget(plan: TargetPlan, options: TargetOptions): Promise<Target> {
  return plan.kind === 'break' ? brokenTarget(plan, options) : answeringTarget(plan, options);
}

async function brokenTarget(
  { how, repaired }: TargetPlan & { kind: 'break' },
  { upstream, met }: TargetOptions,
): Promise<Target> {
  const front = await startFront({ kind: how, upstream });
  await front.down();
  const onLine = (line: string) => {
    if (!line.includes('does not answer yet')) return;
    met.add('target');
    if (repaired) void front.up();
  };
  return { ...front, onLine };
}

type Answering = Exclude<TargetPlan, { kind: 'break' }>;

async function answeringTarget(plan: Answering, { upstream, met }: TargetOptions): Promise<Target> {
  await using stack = new AsyncDisposableStack();
  const secure = stack.use(await startFront({ kind: 'tls', upstream }));
  const times = ('times' in plan ? plan.times : undefined) ?? Number.POSITIVE_INFINITY;
  let asked = 0;
  const skipped = plan.kind === 'status' && plan.isAfterScan === true ? 1 : 0;
  const site = stack.use(
    await listenOnLoopback((incoming, response) => {
      const isAction = incoming.headers['user-agent'] === 'scan-gate';
      if (isAction) asked += 1;
      const isDue = asked > skipped && asked <= skipped + times;
      if (isAction && isDue && misbehave(plan, { incoming, response, secureUrl: secure.url }))
        met.add('target');
      else passOn({ incoming, response, upstream }).catch(() => response.destroy());
    }),
  );
  const owned = stack.move();
  // A name, since an address has no `www.`.
  const url = site.url.replace('127.0.0.1', 'shop.localhost');
  return {
    url,
    network: secure.network,
    onLine: () => {},
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

interface Visit {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly secureUrl: string;
}

/** @returns false if the visitor has already been redirected to the right place */
function misbehave(plan: Answering, { incoming, response, secureUrl }: Visit): boolean {
  const host = incoming.headers.host ?? '';
  switch (plan.kind) {
    case 'hang':
      return true;
    case 'reset':
      incoming.socket.resetAndDestroy();
      return true;
    case 'status':
      response.writeHead(plan.status).end('not here');
      return true;
    case 'redirect': {
      const places = {
        https: secureUrl.replace('127.0.0.1', 'shop.localhost'),
        www: `http://www.${host}/`,
        within: '/about',
        elsewhere: `http://login.localhost:${incoming.socket.localPort}/`,
        round: '/',
      };
      if (host.startsWith('www.') || incoming.url === '/about') return false;
      response.writeHead(302, { location: places[plan.to] }).end();
      return true;
    }
  }
}
