import { expect, test } from '@jest/globals';
import { outputNames, setOutputs } from '../../../src/publish/set-outputs.ts';
import { recordedWorld } from '../recorded-run.ts';

test('setOutputs sets every output, empty if it has no value', async () => {
  const world = recordedWorld();
  await setOutputs({ verdict: 'pass', total: 0, url: null }, world);
  const { outputs } = world.runner;
  expect(Object.keys(outputs).sort()).toEqual([...outputNames].sort());
  expect(Object.entries(outputs).filter(([, value]) => value !== '')).toEqual(
    Object.entries({ verdict: 'pass', total: '0' }),
  );
});

test('setOutputs removes secrets from the sentence, and leaves ids as they are', async () => {
  const world = recordedWorld();
  world.redactor.add('12345678');
  await setOutputs({ reason: 'It said 12345678.', 'artifact-id': 12_345_678 }, world);
  expect(world.runner.outputs).toMatchObject({ reason: 'It said ***.', 'artifact-id': '12345678' });
});

test('setOutputs warns if the outputs cannot be set', async () => {
  const setOutput = () => {
    throw new Error('the disk is full');
  };
  const world = recordedWorld({ runner: { setOutput } });
  await setOutputs({ verdict: 'pass' }, world);
  expect(world.log.of('warning')).toEqual([expect.stringContaining('the disk is full')]);
});
