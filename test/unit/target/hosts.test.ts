/** What the payloads of hosts lead to. Each has the shape that the host sends, without what identifies anybody. */
import { expect, test } from '@jest/globals';
import { readEvent } from '../../../src/github/event.ts';
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

interface Row {
  readonly host: string;
  readonly event: RunnerEvent;
  readonly deployments?: SearchOptions['deployments'];
  /** The address, or the kind of the problem; default the address of the event. */
  readonly site?: string;
  /** As the input `environment`. */
  readonly environment?: string;
  readonly commit?: string;
  readonly pull?: number | null;
}

const job = { login: 'github-actions[bot]', type: 'Bot' } as const;
const logOf = (path: string) => ({ targetUrl: `https://github.com/acme/storefront/actions/runs/${path}` });
const success = (environmentUrl: string, logUrl = '') => [
  { state: 'success', environmentUrl, logUrl } as const,
];

const rows: readonly Row[] = [
  {
    host: 'Vercel, one project',
    event: deploymentStatus({
      environment: 'Preview',
      environmentUrl: 'https://shop-git-feature-acme.vercel.app',
      targetUrl: 'https://shop-git-feature-acme.vercel.app',
      logUrl: 'https://vercel.com/acme/shop/abc',
    }),
  },
  {
    host: 'Vercel, a project called production',
    event: deploymentStatus({
      environment: 'Preview – web-prod',
      environmentUrl: 'https://web-prod-1.vercel.app',
    }),
  },
  {
    host: 'Vercel, its dispatch',
    event: repositoryDispatch({
      action: 'vercel.deployment.ready',
      clientPayload: {
        environment: 'preview',
        target: null,
        url: 'https://shop-1.vercel.app',
        git: { ref: 'feature', sha: HEAD_SHA },
        project: { name: 'shop' },
      },
    }),
    site: 'https://shop-1.vercel.app',
  },
  {
    host: 'Vercel, production of a monorepo',
    event: deploymentStatus({
      environment: 'Production – shop',
      environmentUrl: 'https://shop.vercel.app',
      isProduction: true,
    }),
    site: 'deployment-of-production',
  },
  {
    host: 'Netlify, by a job',
    event: pullRequest(),
    deployments: [
      {
        sha: HEAD_SHA,
        environment: 'netlify',
        creator: job,
        statuses: success('https://deploy-preview-7--shop.netlify.app'),
      },
    ],
    site: 'https://deploy-preview-7--shop.netlify.app',
  },
  {
    host: 'Cloudflare Pages, by a job',
    event: pullRequest(),
    deployments: [
      {
        sha: HEAD_SHA,
        environment: 'shop (Preview)',
        creator: job,
        statuses: success('https://abc.shop.pages.dev', 'https://dash.cloudflare.com/1/pages'),
      },
    ],
    site: 'https://abc.shop.pages.dev',
  },
  {
    host: 'Render',
    event: deploymentStatus({
      environment: 'shop PR #7',
      environmentUrl: 'https://shop-pr-7.onrender.com',
      targetUrl: 'https://dashboard.render.com/web/srv-1/deploys/dep-1',
    }),
    environment: '* PR #*',
  },
  {
    host: 'Railway, whose address is its dashboard',
    event: deploymentStatus({
      environment: 'shop / shop-pr-7',
      environmentUrl: 'https://railway.com/project/1?environmentId=2',
    }),
    site: 'deployment-without-site',
  },
  {
    host: 'Railway, production',
    event: deploymentStatus({
      environment: 'shop / production',
      environmentUrl: 'https://shop.up.railway.app',
    }),
    site: 'deployment-of-production',
  },
  {
    host: 'Heroku',
    event: deploymentStatus({
      environment: 'shop-pr-7',
      environmentUrl: 'https://shop-pr-7-0a1b2c.herokuapp.com/',
      targetUrl: 'https://dashboard.heroku.com/apps/shop-pr-7/activity',
    }),
  },
  {
    host: 'Amplify, by a job on the default branch',
    event: deploymentStatus({
      sha: BASE_SHA,
      ref: 'main',
      environment: 'staging',
      environmentUrl: 'https://main.d1abc.amplifyapp.com',
      ...logOf('8/job/9'),
    }),
    commit: BASE_SHA,
    pull: null,
  },
  {
    host: 'Azure Static Web Apps, by a job that names the portal',
    event: deploymentStatus({ environment: 'azure', environmentUrl: 'https://portal.azure.com/#resource/1' }),
    site: 'deployment-without-site',
  },
  {
    host: 'GitHub Pages',
    event: deploymentStatus({
      environment: 'github-pages',
      environmentUrl: 'https://acme.github.io/storefront/',
      ...logOf('5/job/6'),
    }),
    site: 'deployment-of-production',
  },
  {
    host: 'GitHub Pages, a preview of a pull request',
    event: deploymentStatus({
      environment: 'pr-preview',
      environmentUrl: 'https://acme.github.io/storefront/pr-preview/pr-7/',
    }),
  },
  {
    host: 'Firebase Hosting, by a job',
    event: deploymentStatus({ environment: 'preview', environmentUrl: 'https://shop--pr7-1.web.app' }),
  },
  {
    host: 'DigitalOcean App Platform, by a job',
    event: pullRequest(),
    deployments: [
      {
        sha: HEAD_SHA,
        environment: 'pr-preview',
        creator: job,
        statuses: success('https://shop-pr-7-x1y2z.ondigitalocean.app'),
      },
    ],
    site: 'https://shop-pr-7-x1y2z.ondigitalocean.app',
  },
  {
    host: 'a container on the runner',
    event: pullRequest(),
    deployments: [
      {
        sha: HEAD_SHA,
        environment: 'e2e',
        creator: job,
        statuses: [{ state: 'success', ...logOf('5/job/6') }],
      },
    ],
    site: 'deployment-without-site',
  },
];

test.each(rows)('$host: site, environment, commit, pull request', async (row) => {
  const { event, deployments = [], environment, commit = HEAD_SHA, pull = 7 } = row;
  const options = {
    event,
    deployments,
    waitMs: 0,
    ...(environment === undefined ? {} : { environment }),
    pulls: [{ number: 7, headSha: HEAD_SHA }],
    parents: { [MERGE_SHA]: [BASE_SHA, HEAD_SHA] },
  };
  const { found, problem, log } = await searched(options, discoverTarget);
  const { environmentUrl } = readEvent(event.payload).deploymentStatus;
  expect(found?.fullAddress ?? problem?.kind).toBe(row.site ?? environmentUrl);
  const [deployment = readEvent(event.payload).deployment] = deployments;
  expect(log.of('info').join()).toContain(
    found === null ? '' : (deployment?.environment ?? 'the event vercel'),
  );
  const lookedUp = await searched(options, async (search) => {
    const { pullRequest: about } = await findPullRequest(search, search.log);
    return { pull: about?.number ?? null, commit: search.context.sha ?? about?.headSha ?? null };
  });
  expect(lookedUp.found).toEqual({ pull, commit });
});
