/** Ignore rules on a page: the rules to copy and where they go, and the notices about rules. */

import { quotableText } from '../../core/plain-text.ts';
import { joinNonEmpty, say, wordsIn } from '../../core/say.ts';
import { dayMs, isoDay } from '../../core/time.ts';
import { isRecognizable } from '../../gate/fingerprint.ts';
import type { JudgedFinding } from '../../gate/judgement.ts';
import { countFindings, type FindingGroup, groupEqualFindings, placesPhrase } from '../finding-phrases.ts';
import { codeSpan, escapeKeepingCode, escapeMarkdown } from '../markdown/escape.ts';
import { bulletList, fold } from '../markdown/fit.ts';
import { link } from '../markdown/link.ts';
import type { OwnPolicyFile, ReportModel } from '../model.ts';
import { describeNotice, noticesTitle, ruleLocation } from '../sentences/policy-sentences.ts';
import { firstAndMore, severityName } from '../words.ts';

/** How many rules are shown. For another finding, a reader copies one of these rules and changes its fingerprints. */
const maxRules = 10;
/** A rule for more places is written by hand, with `name` and `where`. */
const maxFingerprints = 10;
/** Limit of the severity, the name and the places of a finding, in code points. */
const maxYamlCommentLength = 140;
/** How long a suggested rule applies. */
const defaultDays = 90;
/** How many notices are on the page. The JSON result has all notices. */
const maxNotices = 20;

/**
 * A rule of the policy file that ignores equal findings, with a ceiling and an end date. Its `reason` is empty, which
 * the policy file refuses until somebody fills it in. `owner` is left out: nobody has accepted the risk yet.
 */
function ignoreRuleYaml(group: FindingGroup, { writtenAt, language }: ReportModel): string {
  const { name, severity } = group.representative.finding;
  const where = placesPhrase(group.places, language, maxYamlCommentLength);
  const what = joinNonEmpty([`${severityName(severity, language)}: ${name}`, where], ', ');
  return [
    // The text is on one line and has no backticks, so it can end neither the YAML comment nor the code block.
    `  # ${quotableText(what, maxYamlCommentLength)}`,
    ...matcherLines(group.fingerprints),
    `    severity: ${severity}`,
    '    reason: ""',
    `    expires: ${isoDay(writtenAt + defaultDays * dayMs)}`,
  ].join('\n');
}

function matcherLines(fingerprints: readonly string[]): string[] {
  const [fingerprint, ...more] = fingerprints;
  if (more.length === 0) return [`  - fingerprint: ${fingerprint}`];
  return ['  - fingerprint:', ...fingerprints.map((each) => `      - ${each}`)];
}

/** The policy file, as a link to the page that shows it if there is one. */
export function policyFileLink({ path, url }: OwnPolicyFile): string {
  return url === null ? codeSpan(path, 200) : link(quotableText(path, 200), url);
}

/** What to do with a rule and what happens then, as a Markdown list. */
function stepsList(page: OwnPolicyFile, { run, language }: ReportModel): string {
  const t = wordsIn(language);
  const file = policyFileLink(page);
  const reRun = link(t('Re-run this job', 'Execute este job novamente'), run.url);
  return bulletList([
    t(
      `Copy the rule of the finding, fill in \`reason\`, and add it under \`ignore\` in the policy file: ${file}.`,
      `Copie a regra do achado, preencha \`reason\` e inclua-a em \`ignore\`, no arquivo de política: ${file}.`,
    ),
    t(
      `The rule counts once it is merged. The finding blocks again above \`severity\` and after \`expires\`. ${reRun}.`,
      `A regra vale depois do merge. O achado volta a bloquear acima de \`severity\` e depois de \`expires\`. ${reRun}.`,
    ),
  ]);
}

/**
 * Rules to copy that would ignore the first of `findings`, one rule for each row of equal ones, and how to use them,
 * folded. A finding without a readable name gets no rule, because no rule can name it; nor does one at many places.
 * `''` if there is nothing to say, if findings are withheld, and with `config: none`.
 *
 * @param findings most severe first
 */
export function rulesToCopySection(findings: readonly JudgedFinding[], model: ReportModel): string {
  const { ownPolicyFile, language } = model;
  if (model.disclosure.mode === 'counts' || ownPolicyFile === null) return '';
  const named = groupEqualFindings(findings.filter(({ weaknessId }) => isRecognizable(weaknessId)));
  const groups = named.filter(({ fingerprints }) => fingerprints.length <= maxFingerprints);
  if (groups.length === 0) return '';
  const moreCount = countFindings(groups.slice(maxRules));
  const moreRules = {
    en: '{count:more finding blocks|more findings block}. The same rule ignores them, each with its own `fingerprint` from the JSON result.',
    pt: '{count:outro achado bloqueia|outros achados bloqueiam}. A mesma regra os ignora, cada um com o próprio `fingerprint`, que está no resultado JSON.',
  };
  const rules = groups.slice(0, maxRules).map((group) => ignoreRuleYaml(group, model));
  const title = wordsIn(language)(
    'Not a problem here? Ignore a finding',
    'Falso positivo? Veja como ignorar',
  );
  return fold(title, [
    `\`\`\`yaml\nignore:\n${rules.join('\n')}\n\`\`\``,
    moreCount > 0 ? say(moreRules, { count: moreCount }, language) : '',
    stepsList(ownPolicyFile, model),
  ]);
}

/** Notices about ignore rules, folded, each with its line in the policy file; `''` if there is none. */
export function noticesSection(model: ReportModel): string {
  const { judgement, language } = model;
  const notices = judgement.ruleNotices;
  if (notices.length === 0) return '';
  const items = notices.map((notice) => {
    const { what, remedy } = describeNotice(notice, language);
    const where = escapeMarkdown(ruleLocation(notice.rule, model), 160);
    const reason = escapeMarkdown(notice.rule.reason, 120);
    return `**${where}**: ${escapeKeepingCode(what)} ${escapeKeepingCode(remedy)}<br><i>${reason}</i>`;
  });
  const shown = firstAndMore(items, maxNotices, language);
  return fold(`📅 ${noticesTitle(notices.length, language)}`, [bulletList(shown)]);
}
