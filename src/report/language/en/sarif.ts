import { joined } from '../../../core/text.ts';

/** Texts that only the SARIF file has. */
export const enSarif = {
  /** `count`: formatted for the language. */
  leftOut: (count: string) =>
    `Results left out because of the limits of code scanning, the least severe first: ${count}. All of them are in the JSON result.`,
  /** Alerts stand on the workflow file. `target`: the URL, `''` if it is not known. */
  foundOn: (target: string) => `${joined(['Found on the running site', target], ' ')}, not in this file.`,
};
