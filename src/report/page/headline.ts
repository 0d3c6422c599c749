import type { Severity } from '../../core/severity.ts';
import { joined } from '../../core/text.ts';
import { isLenient } from '../../gate/conclusion.ts';
import { isSkipped, type Verdict } from '../../gate/verdict.ts';
import { countIn, groupEqual } from '../equal-findings.ts';
import { blocksAlone, exceededBudgets } from '../exceeded-budgets.ts';
import type { Texts } from '../language/texts.ts';
import { code, inline, markup, quotable } from '../markdown/escape.ts';
import { bullets, joinBlocks, titledList } from '../markdown/fit.ts';
import { linkTo, ownLink } from '../markdown/link.ts';
import type { ReportModel, RunFacts } from '../model.ts';
import { countWords, partialSentence, reasonsOf, verdictTitle } from '../sentences/verdict-sentences.ts';
import { repositoryUrl } from './sections/footer.ts';
import { fileLink } from './sections/ignore-snippet.ts';

/** A sign makes the comment easy to find in a long page. The words beside the sign say the same. */
const signs: Readonly<Record<Verdict['outcome'], string>> = { pass: '✅', fail: '❌', inconclusive: '⚠️' };

/** More names than these, and longer ones, are not read in a sentence. */
const maxNames = 3;
const maxNameLength = 60;

function workflowLink({ url }: RunFacts, texts: Texts): string {
  return ownLink(texts.label.openWorkflow, url.replace(/\/attempts\/\d+$/u, '/workflow'));
}

/** If findings are only counted: the id of the scan, and who can see the findings, where, and why. Else `''`. */
function withheldNote(model: ReportModel, texts: Texts): string {
  const { disclosure, scan, serviceHost, policyPlace, run } = model;
  if (disclosure.mode === 'full' || scan.id === null) return '';
  const { label, phrase } = texts;
  const setting = policyPlace === null ? workflowLink(run, texts) : fileLink(policyPlace, texts);
  const who = `${markup(phrase.withheld(disclosure.because, serviceHost))} ${setting}`;
  return `**${label.scanId}:** ${code(scan.id, 100)}\n\n**${inline(label.whoSees)}:** ${who}`;
}

/** A way to act as Markdown, with a link to the page of the setting that `step` names, else to the run. */
function linkedStep(step: string, { policyPlace, run }: ReportModel, texts: Texts): string {
  const { openRun, openSecrets } = texts.label;
  const secrets = repositoryUrl(run.url);
  if (step.includes('`host`') && policyPlace !== null)
    return `${markup(step)} ${fileLink(policyPlace, texts)}`;
  if (step.includes('`api-key`') && secrets !== null)
    return `${markup(step)} ${ownLink(openSecrets, `${secrets}/settings/secrets/actions`)}`;
  return step.includes('`')
    ? `${markup(step)} ${workflowLink(run, texts)}`
    : `${markup(step)} ${ownLink(openRun, run.url)}`;
}

/** How to deal with blocking findings, as Markdown: by their names if they are few. `''` if there are none. */
function findingStep(model: ReportModel, texts: Texts): string {
  const { assessment, disclosure, onPullRequest, serviceHost } = model;
  const { phrase } = texts;
  const { findings, byStatus } = assessment;
  const budgets = exceededBudgets(assessment).filter(({ needed }) => needed > 0);
  const rows = groupEqual(findings.filter(blocksAlone));
  const names = Map.groupBy(rows, ({ judged }) => judged.finding.name);
  const named = Array.from(names, ([name, groups]) => {
    const bold = `<b>${inline(name, maxNameLength) || inline(texts.label.unnamed)}</b>`;
    const count = countIn(groups);
    return count === 1 ? bold : `${bold} × ${texts.number(count)}`;
  });
  const alone: Record<Severity, number> = { ...byStatus.blocking };
  for (const { severity, among } of budgets) alone[severity] = Math.max(0, alone[severity] - among);
  const counts = countWords(alone, texts);
  const isShort = disclosure.mode === 'full' && named.length <= maxNames;
  const all = isShort || counts === '' ? named : [phrase.thatBlock(counts)];
  const items = [...all, ...budgets.map(phrase.ofBudget)];
  if (items.length === 0) return '';
  const which = texts.listed(items);
  return disclosure.mode === 'full'
    ? phrase.fix(which, onPullRequest)
    : phrase.fixCounted(which, onPullRequest, linkTo(`https://${serviceHost}`));
}

/** How to deal with host rules that block: on the host, or in the policy that has the rules. */
function hostSteps(model: ReportModel, texts: Texts): string[] {
  const { assessment, disclosure, policyPlace, run, serviceHost } = model;
  const { organization } = model.settings;
  const { phrase } = texts.policy;
  const rules = assessment.verdict.reasons.filter(({ kind }) => kind === 'host-violations');
  if (rules.length === 0) return [];
  const fix =
    disclosure.mode === 'counts'
      ? phrase.fixHostCounted(linkTo(`https://${serviceHost}`))
      : markup(phrase.fixHost());
  const steps = [`${fix} ${ownLink(texts.label.openRun, run.url)}.`];
  if (policyPlace !== null && rules.some(({ by }) => by === undefined))
    steps.push(`${markup(phrase.changeHostRule())} ${fileLink(policyPlace, texts)}.`);
  if (organization !== null && rules.some(({ by }) => by !== undefined))
    steps.push(markup(phrase.organizationHostRule(quotable(organization.name, 300))));
  return steps;
}

/** The ways to act, one line of Markdown each: one for all findings, and one for each other reason. */
function nextSteps(model: ReportModel, texts: Texts): string[] {
  const { assessment } = model;
  const { reasons, outcome } = assessment.verdict;
  const advice = reasonsOf(model, texts);
  const linked = (remedy = '') =>
    remedy === '' ? [] : remedy.split('\n').map((step) => linkedStep(step, model, texts));
  if (isSkipped(assessment)) return [markup(advice[0]?.remedy ?? '')];
  if (outcome === 'inconclusive') return linked(advice[0]?.remedy);
  const fix = findingStep(model, texts);
  const unlisted = reasons.findIndex(({ kind }) => kind === 'unlisted-findings');
  const lookUp = fix === '' ? linked(advice[unlisted]?.remedy) : [fix];
  return [...lookUp, ...hostSteps(model, texts)];
}

/** What else is wrong beside the first reason, each with its remedy: one line of Markdown each. */
function otherProblems(model: ReportModel, texts: Texts): string {
  const { reasons } = model.assessment.verdict;
  const items = reasonsOf(model, texts).flatMap(({ what, remedy }, index) => {
    const kind = reasons[index]?.kind;
    const isSaidAbove = index === 0 || (kind !== 'problem' && kind !== 'unlisted-findings');
    return isSaidAbove ? [] : [markup(`${what} ${remedy}`)];
  });
  return titledList(`${texts.label.alsoTrue}:`, items);
}

/**
 * What to do, in an alert of GitHub. The alert is red if the check fails, and yellow if there is no verdict or the check
 * stays green. If there are several ways to act, the alert has the first, and a list below has the others. Without a verdict,
 * the list has all.
 */
function alertBlocks(model: ReportModel, texts: Texts): string[] {
  const { assessment, policy, onPullRequest } = model;
  const { outcome } = assessment.verdict;
  const { nothingToDo, staysGreen, mayMerge } = texts.phrase;
  if (outcome === 'pass') return [];
  const isFail = outcome === 'fail';
  const cause = isFail ? '' : markup(reasonsOf(model, texts)[0]?.what ?? '');
  const steps = nextSteps(model, texts);
  if (isSkipped(assessment))
    return [`**${inline(nothingToDo())}** ${inline(staysGreen())} ${cause}`, ...steps];
  const inAlert = isFail || steps.length === 1 ? 1 : 0;
  const onlyWarns = isFail && isLenient(assessment, policy);
  const kind = isFail && !onlyWarns ? 'CAUTION' : 'WARNING';
  const parts = [cause, onlyWarns && onPullRequest ? inline(mayMerge()) : '', ...steps.slice(0, inAlert)];
  return [`> [!${kind}]\n> ${joined(parts, ' ')}`, bullets(steps.slice(inAlert))];
}

/** The verdict in words, as a heading. */
export function headline(model: ReportModel, texts: Texts): string {
  const { assessment, policy } = model;
  const { outcome } = assessment.verdict;
  // Beside a green check, a cross would look like a failed check.
  const isWarned = outcome === 'fail' && isLenient(assessment, policy);
  const sign = isSkipped(assessment) ? '⏭️' : isWarned ? '⚠️' : signs[outcome];
  return `## ${sign} ${inline(verdictTitle(model, texts))}`;
}

/** What to do now unless the verdict is `pass`, and what else is wrong: the part that everybody reads. */
export function actBlock(model: ReportModel, texts: Texts): string {
  return joinBlocks([
    ...alertBlocks(model, texts),
    model.assessment.verdict.outcome === 'fail' ? markup(partialSentence(model, texts)) : '',
    otherProblems(model, texts),
    withheldNote(model, texts),
  ]);
}
