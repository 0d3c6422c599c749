/** The table of violated rules for the host. */

import { joinNonEmpty } from '../../../core/text.ts';
import type { Texts } from '../../language/texts.ts';
import { escapeKeepingCode } from '../../markdown/escape.ts';
import { fitItems, fold, joinBlocks, type SpaceLeft } from '../../markdown/fit.ts';
import { hostLink } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';
import { describeViolation, orderedViolations } from '../../sentences/policy-sentences.ts';
import { severityLabel } from '../severity-signs.ts';

/** A host can have thousands of open ports. All are in the JSON result. */
const maxRows = 20;

/** Every violated rule with its remedy, as far as there is room. The table is folded if no violation blocks. */
export function violationsSection(model: ReportModel, texts: Texts, space: SpaceLeft): string {
  const violations = orderedViolations(model.assessment);
  if (violations.length === 0) return '';
  const words = texts.hostRules;
  const host = model.target === null ? '' : hostLink(model.target);
  const head = `| ${texts.label.severity} | ${joinNonEmpty([words.violatedRule, host], ' ')} |\n|---|---|`;
  const framed = (blocks: readonly string[]) =>
    violations.some((violation) => violation.blocks)
      ? joinBlocks(blocks)
      : fold(words.harmlessViolations(violations.length), blocks);
  const moreLine = (count: number) => (count === 0 ? '' : texts.phrase.andMore(count));
  // This also reserves space for the line that counts what is left out.
  if (!space.reserve(`\n\n${framed([head, moreLine(violations.length)])}`)) return '';
  const rows = fitItems(
    violations.slice(0, maxRows),
    (violation) => {
      const { what, remedy } = describeViolation(violation, model, texts);
      return `| ${severityLabel(violation.severity, texts)} | **${escapeKeepingCode(what)}**<br>${escapeKeepingCode(remedy)} |`;
    },
    space,
  );
  const table = rows.length === 0 ? '' : [head, ...rows].join('\n');
  return framed([table, moreLine(violations.length - rows.length)]);
}
