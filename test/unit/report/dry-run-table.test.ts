import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type DryRunCheck,
  dryRunLines,
  dryRunReason,
  dryRunSummary,
} from '../../../src/report/dry-run-table.ts';
import { en, pt, type Texts } from '../../../src/report/language/texts.ts';
import { anyText } from '../../support/any-text.ts';

const says = (what: string, remedy: string): Pick<DryRunCheck, 'describe'> => ({
  describe: () => ({ what, remedy }),
});
const inputsRead: DryRunCheck['describe'] = ({ dryRun }) => ({ what: dryRun.inputsRead, remedy: '' });
const passed: DryRunCheck = { name: 'inputs', state: 'passed', describe: inputsRead };
const failed: DryRunCheck = { name: 'apiKey', state: 'failed', ...says('HTTP 401 | no', 'Check `api-key`.') };
const unchecked: DryRunCheck = { name: 'comment', state: 'unchecked', ...says('This run writes none.', '') };

describe('a dry run', () => {
  test.each<[reason: string, checks: readonly DryRunCheck[], texts: Texts]>([
    ['Dry run: nothing is wrong. Nothing was scanned.', [passed, unchecked], en],
    ['Dry run: 1 check failed (API key). Nothing was scanned.', [passed, failed, unchecked], en],
    [
      'Execução de teste: 2 verificações falharam (Chave de API, Alvo). Nada foi escaneado.',
      [failed, { ...failed, name: 'target' }],
      pt,
    ],
  ])('says in one line what is wrong: %s', (reason, checks, texts) => {
    expect(dryRunReason(checks, texts)).toBe(reason);
  });

  test('prints a line for each check in English, with what to do', () => {
    expect(dryRunLines([passed, failed])).toEqual([
      '✅ Inputs: fine. All inputs are understood.',
      '❌ API key: wrong. HTTP 401 | no',
      '   What to do: Check `api-key`.',
    ]);
  });

  test('has a summary in the language of the run', () => {
    expect(dryRunSummary([passed], pt)).toContain(pt.dryRun.inputsRead);
  });

  test('has one row for each check in the summary, whatever the texts are', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (what, remedy) => {
        const rows = dryRunSummary([passed, { ...failed, ...says(what, remedy) }, unchecked], en).split('\n');
        const table = rows.filter((row) => row.startsWith('|'));
        expect(table).toHaveLength(5);
        // A bar within a cell would begin another.
        expect(table.map((row) => row.split('|').length)).toEqual(table.map(() => 6));
      }),
    );
  });
});
