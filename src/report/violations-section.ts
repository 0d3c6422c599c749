import type { Texts } from '../text/texts.ts';
import { markup } from './escape.ts';
import { fitItems, type Room } from './fit.ts';
import { describeViolation, orderedViolations } from './host-violations.ts';
import type { ReportModel } from './model.ts';

/** A host can have thousands of open ports; the rest is in the JSON result. */
const maxRows = 20;

/** Every host rule that is not kept, with its remedy and whether it blocks, as far as there is room. */
export function violationsSection(model: ReportModel, texts: Texts, room: Room): string {
  const violations = orderedViolations(model.assessment);
  if (violations.length === 0) return '';
  const { label, phrase } = texts.policy;
  const heads = [texts.label.severity, label.violation, texts.label.whatToDo, label.blocks];
  const title = `### ${phrase.hostViolations(violations.length)}`;
  const head = `${title}\n\n| ${heads.join(' | ')} |\n|---|---|---|---|`;
  const more = (count: number) => `\n\n${texts.phrase.andMore(count)}`;
  // Kept free for the line that counts what is left out.
  if (!room.add(head + more(violations.length))) return '';
  const rows = fitItems(
    violations.slice(0, maxRows),
    (violation) => {
      const { what, remedy } = describeViolation(violation, model, texts);
      const blocks = violation.blocks ? `**${label.yes}**` : label.no;
      return `\n| **${texts.severity[violation.severity]}** | ${markup(what)} | ${markup(remedy)} | ${blocks} |`;
    },
    room,
  );
  const left = violations.length - rows.length;
  if (rows.length === 0) return `${title}${more(left)}`;
  return `${head}${rows.join('')}${left > 0 ? more(left) : ''}`;
}
