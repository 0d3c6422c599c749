import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { parseSiteAddress } from '../../../src/settings/site-address.ts';
import {
  chooseDeployment,
  type DeploymentWithStatus,
  deploymentWithStatus,
  isSameSite,
} from '../../../src/target/choose-deployment.ts';
import { HEAD_SHA } from '../../support/events.ts';
import { countCases } from '../gate/arbitraries.ts';

const states = ['pending', 'queued', 'in_progress', 'waiting', 'success', 'failure', 'error', 'inactive'];
const environments = ['Preview – shop', 'Preview – docs', 'ci'];
const creators = ['vercel[bot]', 'github-actions[bot]'];
const shop = parseSiteAddress('https://shop.example.com');
const docs = parseSiteAddress('https://docs.example.com');
const wanted = { sha: HEAD_SHA, environmentGlob: null, waitMs: 60_000 };

function deploymentIn(
  state: string,
  createdAt: number,
  more: Partial<DeploymentWithStatus> = {},
): DeploymentWithStatus {
  return {
    id: createdAt,
    environment: 'Preview – shop',
    isProduction: false,
    creator: 'vercel[bot]',
    createdAt,
    state,
    hasSucceeded: state === 'success',
    target: state === 'success' ? shop : null,
    logUrl: 'https://log.example.com',
    ...more,
  };
}

const ofDocs = { environment: 'Preview – docs', target: docs };
const ofJob = { environment: 'ci', creator: 'github-actions[bot]', target: null };
const retired = { hasSucceeded: true, target: shop };

const waits = 'wait no-deployment';
const failed = 'none deployment-failed';
const several = 'none several-deployments';
const skipped = 'none deployment-inactive';

/** What is chosen of `given`: an id, or the kind of the problem there is, or would be. */
function chosen(given: readonly DeploymentWithStatus[]): string {
  const choice = chooseDeployment(given, wanted);
  return `${choice.kind} ${choice.kind === 'this' ? choice.deployment.id : choice.problem.kind}`;
}

const ready = deploymentIn('success', 1);
const withoutSite = { target: null };
const moreThanOneJob = [
  deploymentIn('pending', 2, ofJob),
  deploymentIn('in_progress', 3, { creator: 'github-actions[bot]' }),
];
const pendingThird = deploymentIn('queued', 3, { environment: 'Preview – api' });
const ofNetlify = deploymentIn('success', 2, { creator: 'netlify[bot]', target: docs });

test.each<[what: string, given: readonly DeploymentWithStatus[], expected: string]>([
  ['waits if there is none', [], waits],
  ['takes the newest of two that succeeded', [ready, deploymentIn('success', 2)], 'this 2'],
  ['waits for a newer one', [ready, deploymentIn('in_progress', 2)], waits],
  ['ends if the only one failed', [deploymentIn('error', 1)], failed],
  ['ends if a newer one failed', [ready, deploymentIn('failure', 2)], failed],
  ['does not count a review that nobody gave', [ready, deploymentIn('waiting', 2)], 'this 1'],
  [
    'ignores a job that only used the environment',
    [ready, deploymentIn('success', 2, withoutSite)],
    'this 1',
  ],
  [
    'waits beside one that names no site',
    [deploymentIn('success', 1, withoutSite)],
    'wait deployment-without-site',
  ],
  [
    'knows environments in any case',
    [deploymentIn('failure', 1, { environment: 'preview – SHOP' }), deploymentIn('success', 2)],
    'this 2',
  ],
  // Of several previews.
  ['takes none of two sites', [ready, deploymentIn('success', 2, ofDocs)], several],
  ['takes no site beside a failure', [ready, deploymentIn('failure', 2, ofDocs)], several],
  [
    'does so at once, although a third is pending',
    [ready, deploymentIn('error', 2, ofDocs), pendingThird],
    several,
  ],
  [
    'waits for an app before it takes a site',
    [ready, deploymentIn('queued', 2, ofDocs)],
    'wait several-deployments',
  ],
  ['takes the site if the app skipped the other', [ready, deploymentIn('inactive', 2, ofDocs)], 'this 1'],
  ['waits beside a failure', [deploymentIn('in_progress', 1), deploymentIn('failure', 2, ofDocs)], waits],
  ['takes none of two apps in one environment', [ready, ofNetlify], several],
  [
    'takes a site that two of them name',
    [ready, deploymentIn('success', 2, { ...ofJob, target: shop })],
    'this 2',
  ],
  ['waits for a job while there is no site', [deploymentIn('pending', 1, ofJob)], waits],
  ['takes no site beside a failed job', [ready, deploymentIn('failure', 2, ofJob)], several],
  ['does not wait for a job beside a site', [ready, ...moreThanOneJob], 'this 1'],
  // Of what is inactive.
  ['takes one that had an address', [deploymentIn('inactive', 1, retired)], 'this 1'],
  [
    'takes no other beside one that may be replaced',
    [ready, deploymentIn('inactive', 2, { ...retired, ...ofDocs })],
    several,
  ],
  ['ends if the build was skipped', [deploymentIn('inactive', 1)], skipped],
  ['waits beside a job that is over', [deploymentIn('inactive', 1, ofJob)], waits],
  [
    'waits beside a job that had no address',
    [deploymentIn('inactive', 1, { ...ofJob, hasSucceeded: true })],
    waits,
  ],
  ['takes an older one that is active', [ready, deploymentIn('inactive', 2)], 'this 1'],
  ['waits for one that is newer', [deploymentIn('inactive', 1, retired), deploymentIn('queued', 2)], waits],
])('chooseDeployment %s', (_what, given, expected) => {
  expect(chosen(given)).toEqual(expected);
});

test('names each with its state', () => {
  const choice = chooseDeployment([deploymentIn('success', 1), deploymentIn('failure', 2, ofDocs)], wanted);
  const deployments = ['Preview – docs (failure)', 'Preview – shop (success)'];
  expect(choice).toMatchObject({
    problem: { kind: 'several-deployments', commit: '1111111', deployments },
  });
});

test.each([
  ['https://shop.example.com/?v=2', true],
  ['https://shop-2.example.com', false],
  ['', false],
])('a deployment has the address of another one with any query: %s', (address, expected) => {
  expect(isSameSite(shop, parseSiteAddress(address))).toBe(expected);
});

const deployment: fc.Arbitrary<DeploymentWithStatus> = fc
  .record({
    environment: fc.constantFrom(...environments),
    creator: fc.constantFrom(...creators),
    createdAt: fc.nat(1000),
    state: fc.oneof(fc.constantFrom(...states), fc.constant('success')),
    target: fc.constantFrom(null, shop, docs, shop),
    hasSucceeded: fc.boolean(),
  })
  .map(({ state, createdAt, ...more }) =>
    deploymentIn(state, createdAt, { ...more, hasSucceeded: state === 'success' || more.hasSucceeded }),
  );
/** No two have the same time, so that the order in the API's answer cannot matter. */
const deployments = fc.uniqueArray(deployment, { selector: ({ createdAt }) => createdAt, maxLength: 6 });

/** What counts of one environment and creator, newest first: what is inactive or waits for a review may not. */
function countingOf(
  given: readonly DeploymentWithStatus[],
  by: Pick<DeploymentWithStatus, 'environment' | 'creator'>,
): DeploymentWithStatus[] {
  return given
    .filter(({ environment, creator }) => environment === by.environment && creator === by.creator)
    .filter(({ state, target }) => state !== 'waiting' && (state !== 'success' || target !== null))
    .filter(({ state, hasSucceeded, target }) => state !== 'inactive' || (hasSucceeded && target !== null))
    .toSorted((one, other) => other.createdAt - one.createdAt);
}

describe('chooseDeployment', () => {
  test('takes a site beside which there is no other, no failure, and nothing that an app is deploying', () => {
    const cases = countCases();
    fc.assert(
      fc.property(deployments, (given) => {
        const choice = chooseDeployment(given, wanted);
        if (choice.kind !== 'this') return;
        cases.met('this');
        const { target } = choice.deployment;
        expect(target).not.toBeNull();
        for (const environment of environments) {
          const [ofApp] = countingOf(given, { environment, creator: 'vercel[bot]' });
          expect(['success', 'inactive', undefined]).toContain(ofApp?.state);
          expect([target, undefined]).toContain(ofApp?.target);
          const ofJobs = countingOf(given, { environment, creator: 'github-actions[bot]' });
          const [finished] = ofJobs.filter(
            ({ state }) => !['pending', 'queued', 'in_progress'].includes(state),
          );
          expect(['success', 'inactive', undefined]).toContain(finished?.state);
          expect([target, undefined]).toContain(finished?.target);
        }
      }),
      { numRuns: 500 },
    );
    expect(cases.leastMet('this')).toBeGreaterThan(0);
  });

  test('gives the same answer in any order', () => {
    fc.assert(
      fc.property(deployments, fc.nat(7), (given, turn) => {
        const turned = [...given.slice(turn), ...given.slice(0, turn)];
        expect(chooseDeployment(turned, wanted)).toEqual(chooseDeployment(given, wanted));
        expect(chooseDeployment(given.toReversed(), wanted)).toEqual(chooseDeployment(given, wanted));
      }),
    );
  });
});

describe('deploymentWithStatus', () => {
  const context = readContext({ GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '77' }, readEvent(null));
  const { id, environment, isProduction, creator, createdAt } = deploymentIn('success', 1);
  const given = { id, environment, isProduction, creator, createdAt };

  test('is pending without a status, and keeps the address of its success when it is inactive', () => {
    const pending = { state: 'pending', hasSucceeded: false };
    expect(deploymentWithStatus(given, [], context)).toMatchObject(pending);
    const success = { state: 'success', environmentUrl: 'https://shop.example.com' };
    const expected = { state: 'inactive', hasSucceeded: true, target: shop };
    const statuses = [{ state: 'inactive' }, success, { state: 'pending' }];
    expect(deploymentWithStatus(given, statuses, context)).toMatchObject(expected);
  });

  test.each([
    ['in_progress', null],
    ['success', 'success'],
    ['failure', 'failure'],
  ])('of this run is %s: it counts as %j', (state, expected) => {
    const logUrl = `${context.runUrl}/job/9`;
    expect(deploymentWithStatus(given, [{ state, logUrl }], context)?.state ?? null).toBe(expected);
  });
});
