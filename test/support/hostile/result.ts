/** A scan result with a chosen text in every place that takes one (docs/internals/service-interface.md, section 2). */
import { readFileSync } from 'node:fs';
import { hostileTexts } from './corpus.ts';

/** The text for `field`. If the field is there several times, the text differs by `row`. */
export type Put = (field: string, row: number) => string;

export interface ResultShape {
  /** How many rows each list has. Each row holds one blocking and one passing finding. */
  readonly rows: number;
  /** Default: a text of `put`. */
  readonly scanId?: string;
}

const fixture = new URL('../../fixtures/hostile-result.json', import.meta.url);
const sample: object = JSON.parse(readFileSync(fixture, 'utf8'));

interface Filling {
  readonly put: Put;
  /** The rows that are to be filled: all of them above the lists, a single one within. */
  readonly rows: readonly number[];
}

/** Replaces every `*` of `value`, keys and ends of addresses included. What holds a `*` in a list or as a key is there once for each row. */
function fill(value: unknown, field: string, { put, rows }: Filling): unknown {
  const inRow = (child: unknown, row: number, name = field) => fill(child, name, { put, rows: [row] });
  if (value === '*') return put(field, rows[0] ?? 0);
  if (typeof value === 'string' && value.endsWith('/*'))
    return `${value.slice(0, -1)}${put(field, rows[0] ?? 0)}`;
  if (Array.isArray(value))
    return value.length === 1
      ? rows.map((row) => inRow(value[0], row))
      : value.map((each, index) => fill(each, `${field}[${index}]`, { put, rows }));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, child]) =>
    name === '*'
      ? rows.map((row) => [put(`${field} key`, row), inRow(child, row, `${field} value`)])
      : [[name, fill(child, `${field}.${name}`, { put, rows })]],
  );
  return Object.fromEntries(entries);
}

/** A finished result as the service would send it, of plain data. */
export function resultWith(put: Put, { rows, scanId }: ResultShape): Record<string, unknown> {
  const filling = { put, rows: Array.from({ length: rows }, (_, row) => row) };
  const result = Object(fill(sample, 'result', filling));
  const issuesSummary = { ...Object(result['issuesSummary']), critical: rows, low: rows };
  const id = scanId === undefined ? {} : { identificator: scanId };
  return { ...result, ...id, issuesSummary, issuesSummaryTotal: 2 * rows };
}

const asked = new Set<string>();
resultWith((field, row) => `${asked.add(field).size} ${row}`, { rows: 2 });
/** Every field that {@link resultWith} asks a text for. */
const fields: readonly string[] = [...asked];

/**
 * The texts of square `number`. No two fields of one row hold the same text. Over as many squares as there are texts, each
 * field holds each text once. With several `rows` in a result, fewer squares are enough for the fields that are in each
 * row.
 */
export function square(number: number, rows = 1): Put {
  return (field, row) => {
    const index = fields.indexOf(field) + number * rows + row;
    return hostileTexts[index % hostileTexts.length]?.text ?? '';
  };
}

/** Where a harmless text must have a certain form. */
const formed: ReadonlyMap<string, string> = new Map([
  ['result.issues value.issues[0].severity', 'severe'],
  ['result.startDate', '2026-11-21T09:00:00.000000Z'],
  ['result.issues value.issues[0].raw.url', 'a-place'],
  ['result.issues value.issues[1].raw.url', 'a-place'],
  // What follows the first sentence has a title.
  ['result.issues value.issues[0].description', 'One sentence. Another one.'],
  ['result.issues value.issues[1].description', 'One sentence. Another one.'],
]);

/** Harmless words. They differ from place to place, since some of them are keys. */
export const harmlessPut: Put = (field, row) =>
  formed.get(field) ?? `words ${fields.indexOf(field)} of row ${row}`;
