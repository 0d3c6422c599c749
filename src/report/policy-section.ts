import { hasProblem } from '../gate/verdict.ts';
import type { Texts } from '../text/texts.ts';
import { code, inline, markup } from './escape.ts';
import type { ReportModel } from './model.ts';
import { settingsInForce } from './settings-in-force.ts';

/**
 * Every setting in force, with its value and where it came from; `''` where nothing was judged by it: without a scan, and
 * where the policy file could not be read.
 *
 * @param isFolded whether it unfolds, under its name, or stands open under a heading
 */
export function policySection(model: ReportModel, texts: Texts, isFolded: boolean): string {
  if (model.scan.id === null || hasProblem(model.assessment, 'policy-unreadable')) return '';
  const { label, source } = texts.policy;
  const { file } = model.settings;
  const rows = settingsInForce(model, texts).map(({ name, value, isWords, from }) => {
    const shown = value === '' ? label.none : isWords ? inline(value, 200) : code(value, 200);
    return `| ${code(name, 60)} | ${shown} | ${source[from]} |`;
  });
  const table = [`| ${label.setting} | ${label.value} | ${label.from} |`, '|---|---|---|', ...rows].join(
    '\n',
  );
  const path = `${markup(label.policyFile)}: ${file === null ? label.none : code(file, 200)}`;
  const title = inline(label.policy);
  return isFolded
    ? [`<details><summary>${title}</summary>`, path, table, '</details>'].join('\n\n')
    : [`### ${title}`, path, table].join('\n\n');
}
