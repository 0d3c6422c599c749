import { markup } from '../../markdown/escape.ts';
import { fitItems, type Room } from '../../markdown/fit.ts';
import type { ReportModel } from '../../model.ts';
import type { Texts } from '../../texts/texts.ts';
import { describeViolation, orderedViolations } from '../../wording.ts';

/** A host can have thousands of open ports. All are in the JSON result. */
const maxRows = 20;

/** Every broken host rule, with its remedy and whether it blocks, as far as there is room. */
export function violationsSection(model: ReportModel, texts: Texts, room: Room): string {
  const violations = orderedViolations(model.assessment);
  if (violations.length === 0) return '';
  const { label, phrase } = texts.policy;
  const heads = [texts.label.severity, label.violation, texts.label.whatToDo, label.blocks];
  const title = `### ${phrase.hostViolations(violations.length)}`;
  const head = `${title}\n\n| ${heads.join(' | ')} |\n|---|---|---|---|`;
  const more = (count: number) => `\n\n${texts.phrase.andMore(count)}`;
  // With room for the line that counts what is left out.
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
