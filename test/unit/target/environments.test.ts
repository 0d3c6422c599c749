import { expect, test } from '@jest/globals';
import { fitsEnvironment, isProductionName } from '../../../src/target/environments.ts';

test.each([
  ...['Production', 'prod', 'production-like', 'prod-eu', 'production/web', 'prod_2', 'Production – docs'],
  ...['web-prod', 'shop / production', 'frontend-production', 'eu-prod', 'prod1', 'shop (production)'],
  ...['prd', 'Live', 'main', 'MASTER', 'release', ' github-pages', 'developer-portal-production'],
  ...['pre-prod / production', 'compre-prod', 'testimonials-prod'],
])('%j means production', (name) => {
  expect(isProductionName(name)).toBe(true);
});

test.each([
  ...['Preview', 'producer-preview', 'reproduction', 'product', 'productions-team', ''],
  ...['pre-prod', 'pre prod', 'preprod', 'non-production', 'shop / non_production', 'Pre–Production'],
  ...['Preview – web-prod', 'review/prod', 'staging-production', 'dev / prod', 'test prod'],
  ...['mainline', 'main-preview', 'live preview', 'release-12', 'shop PR #12'],
])('%j does not', (name) => {
  expect(isProductionName(name)).toBe(false);
});

test.each([
  ['Preview', null, false, true],
  ['web-prod', null, false, false],
  ['anything', null, true, false],
  ['Preview – docs', 'preview*', false, true],
  ['shop PR #7', '* PR #*', false, true],
  ['shop / shop-pr-7', '* / *-pr-*', false, true],
  ['Production – docs', 'production*', false, true],
  ['Production', 'production', true, true],
  ['Staging', 'Preview*', false, false],
])('%j with the glob %j, marked as production: %j, fits: %j', (environment, glob, isProduction, fits) => {
  expect(fitsEnvironment({ environment, isProduction }, glob)).toBe(fits);
});
