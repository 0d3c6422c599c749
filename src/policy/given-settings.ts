import type { InputReader } from '../inputs/reader.ts';
import { mapRows, settingRows, type ValuesOf } from './settings-table.ts';

type Values = ValuesOf<typeof settingRows>;

/** The settings that inputs give; `null` where an input is empty, and for what is no input. */
export type GivenSettings = { readonly [Key in keyof Values]: Values[Key] | null };

/** Reads the inputs that can also be set in the policy file. */
export async function readGivenSettings(reader: InputReader): Promise<GivenSettings> {
  const parsed: Record<string, unknown> = {};
  for (const { name, isInput, parse } of Object.values(settingRows)) {
    const text = isInput ? reader.text(name) : '';
    parsed[name] = text === '' ? null : reader.take<unknown>(name, await parse(text), null);
  }
  return mapRows(settingRows, ({ name }) => parsed[name]);
}
