/** What the payloads of hosts lead to. Each has the shape that the host sends, without what identifies anybody. */
import { expect, test } from '@jest/globals';
import { findPullRequest } from '../../../src/github/pull-request.ts';
import { discoverTarget } from '../../../src/target/discover-target.ts';
import {
  BASE_SHA,
  deploymentStatus,
  HEAD_SHA,
  MERGE_SHA,
  pullRequest,
  type RunnerEvent,
  repositoryDispatch,
} from '../../support/events.ts';
import { type SearchOptions, searched } from './deployment-search.ts';

type Status = NonNullable<Parameters<typeof deploymentStatus>[0]>;

const log = 'https://github.com/acme/storefront/actions/runs/5/job/6';

/** The deployment of the event, and the problem there is; default its address is found. */
const fromEvent: readonly (readonly [host: string, status: Status, problem?: string])[] = [
  [
    'Vercel, one project',
    {
      environment: 'Preview',
      environmentUrl: 'https://shop-git-feature-acme.vercel.app',
      targetUrl: 'https://shop-git-feature-acme.vercel.app',
      logUrl: 'https://vercel.com/acme/shop/abc',
    },
  ],
  [
    'Vercel, production of a monorepo',
    { environment: 'Production – shop', environmentUrl: 'https://shop.vercel.app', isProduction: true },
    'deployment-not-meant',
  ],
  [
    'Render',
    {
      environment: 'shop PR #7',
      environmentUrl: 'https://shop-pr-7.onrender.com',
      targetUrl: 'https://dashboard.render.com/web/srv-1/deploys/dep-1',
    },
  ],
  [
    'Heroku',
    {
      environment: 'shop-pr-7',
      environmentUrl: 'https://shop-pr-7-0a1b2c.herokuapp.com/',
      targetUrl: 'https://dashboard.heroku.com/apps/shop-pr-7/activity',
    },
  ],
  [
    'Amplify, by a job on the default branch',
    {
      sha: BASE_SHA,
      ref: 'main',
      environment: 'staging',
      environmentUrl: 'https://main.d1abc.amplifyapp.com',
      targetUrl: log,
    },
  ],
];

/** The deployment that a job makes for its commit: its environment and addresses. */
const byJob: readonly (readonly [host: string, environment: string, site: string, log?: string])[] = [
  ['Netlify', 'netlify', 'https://deploy-preview-7--shop.netlify.app'],
  ['Cloudflare Pages', 'shop (Preview)', 'https://abc.shop.pages.dev', 'https://dash.cloudflare.com/1/pages'],
  ['DigitalOcean App Platform', 'pr-preview', 'https://shop-pr-7-x1y2z.ondigitalocean.app'],
  ['a container on the runner', 'e2e', '', log],
];

const vercelDispatch = repositoryDispatch({
  action: 'vercel.deployment.ready',
  clientPayload: {
    environment: 'preview',
    target: null,
    url: 'https://shop-1.vercel.app',
    git: { ref: 'feature', sha: HEAD_SHA },
    project: { name: 'shop' },
  },
});

interface Row {
  readonly host: string;
  readonly event: RunnerEvent;
  readonly deployments?: NonNullable<SearchOptions['deployments']>;
  /** The address, or the kind of the problem. */
  readonly site: string;
  readonly environment: string;
  readonly commit?: string | undefined;
}

const rows: readonly Row[] = [
  ...fromEvent.map(([host, status, problem]) => ({
    host,
    event: deploymentStatus(status),
    site: problem ?? status.environmentUrl ?? '',
    environment: status.environment ?? '',
    commit: status.sha,
  })),
  ...byJob.map(([host, environment, site, logUrl = '']) => {
    const statuses = [{ state: 'success', environmentUrl: site, logUrl } as const];
    const creator = { login: 'github-actions[bot]', type: 'Bot' } as const;
    const deployments = [{ sha: HEAD_SHA, environment, creator, statuses }];
    return { host, event: pullRequest(), deployments, site: site || 'deployment-without-site', environment };
  }),
  {
    host: 'Vercel, its dispatch',
    event: vercelDispatch,
    site: 'https://shop-1.vercel.app',
    environment: 'the event vercel',
  },
];

test.each(rows)('$host: site, environment, commit, pull request', async (row) => {
  const { event, deployments = [], site, environment, commit = HEAD_SHA } = row;
  const options = {
    event,
    deployments,
    waitMs: 0,
    pulls: [{ number: 7, headSha: HEAD_SHA }],
    parents: { [MERGE_SHA]: [BASE_SHA, HEAD_SHA] },
  };
  const { found, problem, log } = await searched(options, discoverTarget);
  expect(found?.fullAddress ?? problem?.kind).toBe(site);
  expect(log.of('info').join()).toContain(found === null ? '' : environment);
  const lookedUp = await searched(options, async (search) => {
    const { pullRequest: about } = await findPullRequest(search, search.log);
    return { pull: about?.number ?? null, commit: search.context.sha ?? about?.headSha ?? null };
  });
  expect(lookedUp.found).toEqual({ pull: commit === HEAD_SHA ? 7 : null, commit });
});
