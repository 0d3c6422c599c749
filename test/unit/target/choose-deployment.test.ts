import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import {
  chooseDeployment,
  type DeploymentWithStatus,
  fitsEnvironment,
} from '../../../src/target/choose-deployment.ts';
import { countCases } from '../gate/arbitraries.ts';

const states = ['pending', 'queued', 'in_progress', 'waiting', 'success', 'failure', 'error', 'inactive'];

const site = parseTarget('https://preview.example.com');

const deployment: fc.Arbitrary<DeploymentWithStatus> = fc.record({
  id: fc.nat(),
  environment: fc.constantFrom('Preview', 'Preview – docs', 'ci'),
  isProduction: fc.constant(false),
  createdAt: fc.nat(1000),
  state: fc.oneof(fc.constantFrom(...states), fc.constantFrom('success', 'failure')),
  target: fc.constantFrom(null, site, site, site),
  logUrl: fc.constant(''),
  statusAt: fc.nat(1000),
});
/** No two have the same time, so that the order in the API's answer cannot matter. */
const deployments = fc.uniqueArray(deployment, { selector: ({ createdAt }) => createdAt, maxLength: 8 });

function of(
  state: string,
  createdAt: number,
  more: Partial<DeploymentWithStatus> = {},
): DeploymentWithStatus {
  const given = { id: createdAt, environment: 'Preview', isProduction: false, createdAt, state };
  return { ...given, target: site, logUrl: '', statusAt: createdAt, ...more };
}

const failedInCi = of('error', 2, { environment: 'ci' });
const counts = ({ state, target }: DeploymentWithStatus) =>
  state !== 'inactive' && (state !== 'success' || target !== null);

describe('chooseDeployment', () => {
  test('the chosen one succeeded, and none of its environment that counts is newer', () => {
    const cases = countCases();
    fc.assert(
      fc.property(deployments, (given) => {
        const choice = chooseDeployment(given);
        if (choice.kind !== 'ready') return;
        cases.met('ready');
        const { state, target, environment, createdAt } = choice.deployment;
        expect({ state, target }).toEqual({ state: 'success', target: site });
        const newer = given.filter((one) => one.environment === environment && one.createdAt > createdAt);
        expect(newer.filter(counts)).toEqual([]);
      }),
      { numRuns: 200 },
    );
    expect(cases.rarest('ready')).toBeGreaterThan(0);
  });

  test('the order of the list does not matter', () => {
    fc.assert(
      fc.property(deployments, fc.nat(7), (given, turn) => {
        const turned = [...given.slice(turn), ...given.slice(0, turn)];
        expect(chooseDeployment(turned)).toEqual(chooseDeployment(given));
        expect(chooseDeployment(given.toReversed())).toEqual(chooseDeployment(given));
      }),
    );
  });

  test.each<[what: string, given: readonly DeploymentWithStatus[], kind: string, id: number | null]>([
    ['waits if there is none', [], 'waiting', null],
    ['takes the newest of two that succeeded', [of('success', 1), of('success', 2)], 'ready', 2],
    ['waits for a newer one that is pending', [of('success', 1), of('in_progress', 2)], 'waiting', null],
    ['ends if the only one failed', [of('error', 1)], 'failed', 1],
    ['ends if a newer one failed', [of('success', 1), of('failure', 2)], 'failed', 2],
    ['ignores a retired one', [of('success', 1), of('inactive', 2)], 'ready', 1],
    ['ignores a failure beside a success', [of('success', 1), failedInCi], 'ready', 1],
    ['waits beside a failure if one is pending', [of('in_progress', 1), failedInCi], 'waiting', null],
    [
      'ignores a job that only uses the environment',
      [of('success', 1), of('success', 2, { target: null })],
      'ready',
      1,
    ],
  ])('of these deployments it %s', (_what, given, kind, id) => {
    const choice = chooseDeployment(given);
    expect(choice.kind).toBe(kind);
    expect('deployment' in choice ? choice.deployment.id : null).toBe(id);
  });

  test('notices if all that succeeded have no address', () => {
    const choice = chooseDeployment([of('success', 1, { target: null })]);
    expect(choice).toEqual({ kind: 'waiting', pending: [], hasOneWithoutAddress: true });
  });
});

describe('fitsEnvironment', () => {
  test.each([
    ['Preview', null, false, true],
    ['producer-preview', null, false, true],
    ['production-like', null, false, false],
    ['prod-eu', null, false, false],
    ['production/web', null, false, false],
    ['prod_2', null, false, false],
    ['Production', null, false, false],
    ['prod', null, false, false],
    ['Production – docs', null, false, false],
    ['live', null, true, false],
    ['Preview – docs', 'preview*', false, true],
    ['Production – docs', 'production*', false, true],
    ['Production', 'production', true, true],
    ['Staging', 'Preview*', false, false],
  ])('of %p with the glob %p, flagged as production: %p, is %p', (environment, glob, isProduction, fits) => {
    expect(fitsEnvironment({ environment, isProduction }, glob)).toBe(fits);
  });
});
