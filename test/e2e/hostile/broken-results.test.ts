/**
 * The first promise of the gate again (test/slow/promise.test.ts), through whole runs. `SCAN_GATE_RUN_CASES` sets
 * how many results.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FaultRule } from '../../../sandbox/faults.ts';
import { mutate, mutation } from '../../slow/promise/mutations.ts';
import { mayPass, type Terms } from '../../slow/promise/oracle.ts';
import { conditions, scanId, wellFormed } from '../../slow/promise/results.ts';
import { type Scene, startScene } from '../scene.ts';

const count = Number(process.env['SCAN_GATE_RUN_CASES'] ?? '20');
/** Of one scene: it checks the requests of all its runs after each. */
const perScene = 10;

interface Case {
  readonly id: string;
  readonly text: string;
  readonly given: Terms;
}

/** A result that is broken, of scan `id`. */
function makeCase(index: number, [result, mutations, given]: Drawn): Case {
  const id = `${scanId.slice(0, -6)}${String(index).padStart(6, '0')}`;
  return { id, text: mutate(result, mutations).replaceAll(scanId, id), given };
}

const drawn = fc.tuple(wellFormed, fc.array(mutation, { maxLength: 3 }), conditions);
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function answerOf({ id, text }: Case): FaultRule {
  return {
    endpoint: 'fetch',
    fault: { kind: 'body', body: text },
    matches: ({ path }) => path.endsWith(id),
  };
}

async function verdictOn({ id, given }: Case, scene: Scene): Promise<string> {
  const { failOn, asked } = given;
  const inputs = {
    'scan-id': id,
    'fail-on': failOn,
    preferences: asked === null ? '' : JSON.stringify(asked),
    reports: 'none',
    comment: 'never',
    timeout: '1s',
  };
  const run = await scene.run({ inputs });
  const verdict = run.outputs['verdict'] ?? '';
  expect(run.exitCode).toBe(verdict === 'pass' ? 0 : 1);
  return verdict;
}

test(
  'a broken result passes only if it may',
  async () => {
    const seed = Number(process.env['SCAN_GATE_SEED'] ?? Date.now() % 1_000_000);
    const samples = fc.sample(drawn, { numRuns: count, seed });
    const seen = new Map<string, number>();
    const wrong: string[] = [];
    const judge = async (one: Case, scene: Scene): Promise<void> => {
      const verdict = await verdictOn(one, scene);
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
      if ((verdict === 'pass') !== mayPass(JSON.parse(one.text), one.id, one.given))
        wrong.push(`seed ${seed}: ${verdict} under ${JSON.stringify(one.given)}: ${one.text}`);
    };
    for (let from = 0; from < count; from += perScene) {
      const cases = samples
        .slice(from, from + perScene)
        .map((sample, index) => makeCase(from + index, sample));
      await using scene = await startScene({ sandbox: { faults: cases.map(answerOf) } });
      for (const one of cases) await judge(one, scene);
    }
    const verdicts = ['pass', 'fail', 'inconclusive'].map(
      (verdict) => `${seen.get(verdict) ?? 0} ${verdict}`,
    );
    process.stdout.write(
      `whole runs: ${count} broken results (${verdicts.join(', ')}), ${wrong.length} wrong, seed ${seed}\n`,
    );
    expect(wrong).toEqual([]);
    expect([...seen.values()].reduce((sum, each) => sum + each, 0)).toBe(count);
  },
  Math.max(60_000, count * 3_000),
);
