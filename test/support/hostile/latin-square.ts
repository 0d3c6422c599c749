/** Brings every text into every field with as few results as there are texts. */
import { hostileTexts } from './corpus.ts';
import { fieldsOf, type Put } from './result.ts';

export const fields: readonly string[] = fieldsOf();

/**
 * The texts of square `number`: no two fields of one row hold the same one, and over as many squares as there are texts
 * each field has held each text. With several `rows` in a result, fewer squares do the same for the fields that are there
 * once a row.
 */
export function square(number: number, rows = 1): Put {
  return (field, row) => {
    const index = fields.indexOf(field) + number * rows + row;
    return hostileTexts[index % hostileTexts.length]?.text ?? '';
  };
}

/** Where a harmless text has to be of a form. */
const formed: ReadonlyMap<string, string> = new Map([
  ['issues.severity', 'severe'],
  ['startDate', '2026-11-21T09:00:00.000000Z'],
]);

/** The same in harmless words, which tell two places apart where they are keys. */
export const harmlessPut: Put = (field, row) =>
  formed.get(field) ?? `words ${fields.indexOf(field)} of row ${row}`;
