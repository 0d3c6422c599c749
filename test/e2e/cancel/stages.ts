/** The stages a run can be cancelled in, each made to last by a server that does not answer. */
import type { Scene, SceneOptions } from '../scene.ts';

export interface Stage {
  readonly name: string;
  readonly scene?: SceneOptions;
  readonly inputs?: (scene: Scene) => Readonly<Record<string, string>>;
  /** True once the stage is reached. @param log what the run has said so far */
  readonly reached: (scene: Scene, log: string) => boolean;
  /** What is known when the signal comes: nothing of a scan, a scan that goes on, or the verdict. */
  readonly known: 'nothing' | 'scan' | 'verdict';
  /** A comment that hangs cannot be written; all the others are. */
  readonly comment: boolean;
}

const hang = { kind: 'hang' } as const;
const rateLimited = {
  kind: 'status',
  status: 403,
  headers: { 'retry-after': '50' },
  json: { message: 'You have exceeded a secondary rate limit.' },
} as const;

function asked(part: string, times = 1): Stage['reached'] {
  return ({ sandbox }) => sandbox.requests.filter(({ path }) => path.includes(part)).length >= times;
}

function askedGitHub(method: string): Stage['reached'] {
  return ({ github }) =>
    github.requests.some((one) => one.method === method && one.path.endsWith('comments'));
}

/** A request to the server that stands in for the artifact service. */
function uploading(part: string): Stage['reached'] {
  return ({ artifacts }) => artifacts.requests.some(({ path }) => path.includes(part));
}

/** Without a PDF, a finished scan goes straight on to what comes after. */
const noPdf = { inputs: () => ({ reports: 'none' }) };
const scanning = { known: 'scan', comment: true } as const;
const starting = { known: 'nothing', comment: true } as const;
const publishing = { known: 'verdict', comment: true } as const;

export const stages: readonly Stage[] = [
  {
    ...starting,
    name: 'waiting for a target that is silent',
    // Any server that does not answer is as good as a site.
    scene: { artifacts: { faults: [{ path: /^\/silent/, effect: hang }] } },
    inputs: ({ artifacts }) => ({ url: `${artifacts.url}/silent` }),
    reached: uploading('silent'),
  },
  {
    ...starting,
    name: 'waiting for a target that refuses connections',
    inputs: () => ({ url: 'http://127.0.0.1:1/' }),
    reached: (_scene, log) => log.includes('does not answer yet'),
  },
  {
    ...starting,
    name: 'start in flight',
    scene: { sandbox: { faults: [{ endpoint: 'start', fault: { kind: 'hang', afterEffect: true } }] } },
    reached: ({ sandbox }) => sandbox.scans.length > 0,
  },
  {
    ...starting,
    name: 'looking for a scan whose start was lost',
    scene: {
      sandbox: {
        faults: [
          { endpoint: 'start', fault: { kind: 'reset', afterEffect: true } },
          { endpoint: 'list', fault: hang },
        ],
      },
    },
    reached: asked('list_scans'),
  },
  {
    ...scanning,
    name: 'in the queue',
    scene: { sandbox: { scanBehaviour: { neverLeavesQueue: true } } },
    reached: asked('/v1/api/scan/'),
  },
  {
    ...scanning,
    name: 'between two polls',
    scene: { sandbox: { scanBehaviour: { stuckAt: 60 } } },
    inputs: () => ({ 'poll-interval': '30s' }),
    reached: asked('/v1/api/scan/'),
  },
  {
    ...scanning,
    name: 'poll in flight',
    scene: {
      sandbox: { scanBehaviour: { stuckAt: 60 }, faults: [{ endpoint: 'fetch', fault: hang, after: 1 }] },
    },
    reached: asked('/v1/api/scan/', 2),
  },
  {
    ...publishing,
    name: 'report in flight',
    scene: { sandbox: { faults: [{ endpoint: 'report', fault: { kind: 'hang-in-body' } }] } },
    reached: asked('reports/generate'),
  },
  {
    ...publishing,
    name: 'artifact being created',
    scene: { artifacts: { faults: [{ path: /CreateArtifact/, effect: hang }] } },
    ...noPdf,
    reached: uploading('CreateArtifact'),
  },
  {
    ...publishing,
    name: 'artifact being uploaded',
    scene: { artifacts: { faults: [{ method: 'PUT', path: /container/, effect: hang }] } },
    ...noPdf,
    reached: uploading('container'),
  },
  {
    ...publishing,
    name: 'comments being listed',
    comment: false,
    scene: { github: { faults: [{ method: 'GET', path: /comments/, effect: hang }] } },
    ...noPdf,
    reached: askedGitHub('GET'),
  },
  {
    ...publishing,
    name: 'comment being written',
    comment: false,
    scene: { github: { faults: [{ method: 'POST', path: /comments/, effect: hang }] } },
    ...noPdf,
    reached: askedGitHub('POST'),
  },
  {
    ...publishing,
    name: 'waiting for the end of a rate limit',
    comment: false,
    scene: { github: { faults: [{ method: 'GET', path: /comments/, effect: rateLimited }] } },
    ...noPdf,
    reached: askedGitHub('GET'),
  },
];
