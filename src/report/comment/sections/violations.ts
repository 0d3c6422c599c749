import type { HostViolation } from '../../../gate/host-rules.ts';
import type { Assessment } from '../../../gate/verdict.ts';
import { markup, quotable } from '../../markdown/escape.ts';
import { fitItems, type Room } from '../../markdown/fit.ts';
import type { ReportModel } from '../../model.ts';
import { type Advice, type Texts, wordViolation } from '../../texts/texts.ts';

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

const maxNameLength = 60;

/** Allowed ports in one message; more would hide what it says. */
const maxPorts = 12;

function cleanViolation(violation: HostViolation): HostViolation {
  switch (violation.kind) {
    case 'port':
      return { ...violation, service: quotable(violation.service, maxNameLength) };
    case 'certificate':
      return { ...violation, commonName: quotable(violation.commonName, maxNameLength) };
    case 'no-certificate':
    case 'no-waf':
      return violation;
  }
}

/** What is wrong with the host and what to do, as plain text; strings in `violation` may be hostile. */
export function describeViolation(
  violation: HostViolation,
  { policy }: Pick<ReportModel, 'policy'>,
  texts: Texts,
): Advice {
  const ports = policy.host?.allowedPorts ?? [];
  const allowed = ports.length > maxPorts ? [...ports.slice(0, maxPorts), '…'] : ports;
  return wordViolation(texts.policy, cleanViolation(violation), allowed.join(', '));
}

/** The violations, those that block first. */
export function orderedViolations({ hostViolations }: Assessment): Assessment['hostViolations'] {
  return hostViolations.toSorted((a, b) => Number(b.blocks) - Number(a.blocks));
}
