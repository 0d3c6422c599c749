import { number, plural } from './numbers.ts';

/**
 * The name of the baseline, and the words for the place of a finding that is in the baseline.
 *
 * @param baseline an address, `previous`, or `null` if it is another scan or may not be named
 */
function namesOfBaseline(baseline: string | null): { readonly name: string; readonly place: string } {
  if (baseline === null) return { name: 'the baseline', place: 'in the baseline' };
  if (baseline === 'previous') return { name: 'the previous scan', place: 'in the previous scan' };
  return { name: baseline, place: `on ${baseline}` };
}

/** The baseline: what the comparison says, and a baseline that could not be read. */
export const enBaseline = {
  /** `baseline`: as in {@link namesOfBaseline}. `fixed`: `null` if the list of findings is not complete. */
  compared: (
    baseline: string | null,
    { new: fresh, known, fixed }: { new: number; known: number; fixed: number | null },
  ) =>
    `Compared with ${namesOfBaseline(baseline).name}: ${number(fresh)} new, ${number(known)} already there${fixed === null ? '' : `, ${number(fixed)} fixed`}.`,
  /** After {@link compared}. */
  olderScans: (count: number) => `${plural(count, 'older scan counts', 'older scans count')} too.`,
  /** In the table of counts: the findings that `baseline` has, as in {@link compared}. */
  alreadyIn: (baseline: string | null) => `Already ${namesOfBaseline(baseline).place}`,
  /** `baseline`: the setting, as it may be shown. */
  nothingToCompare: (baseline: string) =>
    `There is no finished scan of the baseline (\`${baseline}\`) yet: every finding counts as new.`,
  /** For a known finding. */
  seenIn: (scanId: string) => `seen in scan \`${scanId}\`, not in the newest`,
  unread: (baseline: string) =>
    `The baseline \`${baseline}\` could not be read, so it is not known what is new.`,
  notFinished: (percentage: number) => `Its scan is not finished: it is at ${percentage}%.`,
  another: 'Have the baseline scanned again, or set `baseline` to a scan that has finished.',
};
