// Every other fault is met by a whole run, which tells it by its verdict and its words.
import { expect, test } from '@jest/globals';
import { startSandbox } from '../../../sandbox/server.ts';

test('endless-body goes on as long as it is read', async () => {
  await using sandbox = await startSandbox({
    faults: [{ endpoint: 'list', fault: { kind: 'endless-body' } }],
  });
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const { body } = await fetch(`${sandbox.url}/v1/api/list_scans`, { headers });
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > 3_000_000) break;
  }
  expect(bytes).toBeGreaterThan(3_000_000);
});
