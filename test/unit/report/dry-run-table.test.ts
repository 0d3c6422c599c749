import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type DryRunCheck,
  dryRunLines,
  dryRunReason,
  dryRunSummary,
} from '../../../src/report/dry-run-table.ts';
import { en, pt } from '../../../src/report/language/texts.ts';
import { anyText } from '../../support/any-text.ts';

const says = (what: string, remedy: string): Pick<DryRunCheck, 'describe'> => ({
  describe: () => ({ what, remedy }),
});
const inputsRead: DryRunCheck['describe'] = ({ dryRun }) => ({ what: dryRun.inputsRead, remedy: '' });
const passed: DryRunCheck = { name: 'inputs', state: 'passed', describe: inputsRead };
const failed: DryRunCheck = { name: 'apiKey', state: 'failed', ...says('HTTP 401 | no', 'Check `api-key`.') };
const unchecked: DryRunCheck = { name: 'comment', state: 'unchecked', ...says('This run writes none.', '') };

describe('a dry run', () => {
  test('says in one line what is wrong', () => {
    expect(dryRunReason([passed, unchecked], en)).toBe('Dry run: nothing is wrong. Nothing was scanned.');
    const one = 'Dry run: 1 check failed (API key). Nothing was scanned.';
    expect(dryRunReason([passed, failed, unchecked], en)).toBe(one);
    expect(dryRunReason([failed, { ...failed, name: 'target' }], pt)).toBe(
      'Execução de teste: 2 verificações falharam (Chave de API, Alvo). Nada foi escaneado.',
    );
  });

  test('prints a line for each check in English, with what to do', () => {
    expect(dryRunLines([passed, failed])).toEqual([
      '✅ Inputs: fine. All inputs are understood.',
      '❌ API key: wrong. HTTP 401 | no',
      '   What to do: Check `api-key`.',
    ]);
  });

  test('has one row for each check in the summary, in its language and whatever the texts are', () => {
    expect(dryRunSummary([passed], pt)).toContain(pt.dryRun.inputsRead);
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
