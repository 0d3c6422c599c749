import { describe, expect, test } from '@jest/globals';
import { proxyFor } from '../../../src/core/addresses.ts';
import { faultOfError } from '../../../src/core/fault.ts';

const env = {
  http_proxy: '',
  HTTP_PROXY: 'http://me:s3cret@one.example:3128/path',
  https_proxy: 'http://two.example',
  HTTPS_PROXY: 'http://three.example',
};

describe('proxyFor', () => {
  test.each([
    ['http:', env, 'HTTP_PROXY', 'http://one.example:3128'],
    ['https:', env, 'https_proxy', 'http://two.example'],
    ['https:', { HTTP_PROXY: env.HTTP_PROXY }, 'HTTP_PROXY', 'http://one.example:3128'],
  ])('names the proxy of %s requests, without user info', (protocol, variables, variable, address) => {
    expect(proxyFor(protocol, variables)).toEqual({ variable, address });
  });

  test('is null without one', () => {
    expect(proxyFor('http:', { HTTPS_PROXY: 'http://two.example' })).toBeNull();
  });
});

test('faultOfError knows a proxy that refuses to connect, from which no request was passed on', () => {
  const refusal = new Error('Proxy response (407) !== 200 when HTTP Tunneling');
  const cause = new Error('Request was cancelled.', {
    cause: Object.assign(refusal, { code: 'UND_ERR_ABORTED' }),
  });
  const error = new TypeError('fetch failed', { cause });
  const fault = { kind: 'proxy', proxy: 'http://two.example', variable: 'https_proxy', status: 407 };
  expect(faultOfError(error, { env })).toEqual(fault);
  expect(faultOfError(error, { protocol: 'http:', env })).toMatchObject({ variable: 'HTTP_PROXY' });
});
