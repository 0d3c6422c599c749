import { describe, expect, test } from '@jest/globals';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { isInternalAddress, siteOf } from '../../../src/target/deployed-site.ts';

const site = 'https://preview.example.com';
const log = 'https://ci.example.com/builds/5';
const context = readContext({ GITHUB_SERVER_URL: 'https://github.example.com' }, readEvent(null));

describe('siteOf', () => {
  test.each([
    [{ environmentUrl: site, targetUrl: log }, site],
    [{ environmentUrl: '', targetUrl: site, logUrl: log }, site],
    [{ targetUrl: log, logUrl: log }, undefined],
    [{ environmentUrl: 'https://railway.com/project/1', targetUrl: site }, site],
    [{ environmentUrl: 'javascript:alert(1)' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (status, expected) => {
    expect(siteOf(status, context)?.givenAddress).toBe(expected);
  });

  test.each([
    'https://github.com/acme/shop/actions/runs/5',
    'https://github.example.com/acme/shop/deployments',
    'https://railway.com/project/1/service/2',
    'https://railway.app/project/1',
    'https://dashboard.render.com/web/srv-1',
    'https://dashboard.heroku.com/apps/shop-pr-7/activity',
    'https://www.heroku.com/',
    'https://vercel.com/acme/shop/abc',
    'https://app.netlify.com/sites/shop/deploys/1',
    'https://dash.cloudflare.com/1/pages/view/shop',
    'https://fly.io/apps/shop',
    'https://console.aws.amazon.com/amplify/home',
    'https://eu-west-1.console.aws.amazon.com/amplify/apps',
    'https://portal.azure.com/#resource/1',
    'https://console.cloud.google.com/run',
    'https://console.firebase.google.com/project/shop',
    'https://VERCEL.com./acme',
  ])('is no page of a host: %s', (environmentUrl) => {
    expect(siteOf({ environmentUrl }, context)).toBeNull();
  });

  test.each([
    'https://shop.up.railway.app',
    'https://shop-pr-7.onrender.com',
    'https://shop-pr-7.herokuapp.com/',
    'https://shop-git-feature-acme.vercel.app',
    'https://deploy-preview-7--shop.netlify.app',
    'https://abc.shop.pages.dev',
    'https://shop-7.fly.dev',
    'https://main.d1abc.amplifyapp.com',
    'https://shop-pr-7-x1y2z.ondigitalocean.app',
    'https://acme.github.io/shop/pr-preview/pr-7/',
    'https://docs.vercel.com.example.com/',
  ])("is a customer's: %s", (environmentUrl) => {
    expect(siteOf({ environmentUrl }, context)?.givenAddress).toBe(environmentUrl);
  });
});

describe('isInternalAddress', () => {
  test.each([
    ...['http://127.0.0.1:3000', 'http://127.8.8.8', 'http://2130706433', 'http://0x7f.1', 'http://0.0.0.0'],
    ...['http://[::1]:3000', 'http://[::]', 'http://[::ffff:127.0.0.1]', 'http://[fe80::1]'],
    ...['http://169.254.169.254/latest/meta-data', 'http://169.254.1.1', 'http://[::ffff:a9fe:a9fe]'],
    ...['http://100.100.100.200', 'http://168.63.129.16', 'http://[fd00:ec2::254]'],
    ...['http://localhost:3000', 'http://LOCALHOST.', 'http://shop.localhost', 'http://www.localhost'],
    ...['http://metadata.google.internal/computeMetadata', 'http://www.metadata.google.internal'],
  ])('is true for %s', (address) => {
    expect(isInternalAddress(new URL(address))).toBe(true);
  });

  test.each([
    ...['https://preview.example.com', 'http://10.0.0.5', 'http://192.168.1.2', 'http://[fd12::1]'],
    ...['https://localhost.example.com', 'https://mylocalhost', 'http://128.0.0.1', 'http://100.100.100.1'],
  ])('is false for %s', (address) => {
    expect(isInternalAddress(new URL(address))).toBe(false);
  });
});
