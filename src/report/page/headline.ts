import { joined } from '../../core/text.ts';
import { hasProblem, isSkipped, type Reason, type Verdict } from '../../gate/verdict.ts';
import { type FindingReason, say } from '../language/by-kind.ts';
import type { Texts } from '../language/texts.ts';
import { inline, markup, quotable } from '../markdown/escape.ts';
import { joinBlocks, titledList } from '../markdown/fit.ts';
import { ownLink } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import {
  blocksOnlyNew,
  factSentences,
  partialSentence,
  reasonsOf,
  unlistedSentence,
  verdictTitle,
} from '../sentences/verdict-sentences.ts';
import { countedBlockers, countsLine } from './sections/counts.ts';
import { repositoryUrl } from './sections/footer.ts';
import { fileLink } from './sections/ignore-snippet.ts';

/** Makes the comment easy to find in a long page. The words beside it say the same. */
const signs: Readonly<Record<Verdict['outcome'], string>> = { pass: '✅', fail: '❌', inconclusive: '⚠️' };

/** Who can see findings that are only counted, where, and why; `''` if they are shown, and without a scan. */
function withheldNote({ disclosure, scan, assessment }: ReportModel, texts: Texts): string {
  if (disclosure.mode === 'full' || scan.id === null) return '';
  const { label, phrase } = texts.history;
  // The next step about blocking findings names the scan.
  const scanId = assessment.verdict.reasons.some(isOfFindings) ? null : quotable(scan.id, 100);
  return `**${inline(label.whoSees)}:** ${markup(phrase.withheld(disclosure.because, scanId))}`;
}

function isOfFindings(reason: Reason): reason is FindingReason {
  return reason.kind === 'blocking-findings' || reason.kind === 'over-cvss' || reason.kind === 'over-budget';
}

/** By which rules how many findings block, if `fail-on` alone does not say it; else `''`. */
function rulesLine({ assessment }: ReportModel, texts: Texts): string {
  const { verdict, blocking } = assessment;
  const rules = verdict.reasons.filter(isOfFindings);
  if (verdict.outcome !== 'fail' || rules.every(({ kind }) => kind === 'blocking-findings')) return '';
  const title = texts.title.block(blocking, { onlyNew: blocksOnlyNew(assessment), onPullRequest: false });
  const words = rules.map((rule) => {
    const said: string = say(texts.ruleCount, rule);
    return markup(rule.by === undefined ? said : texts.policy.phrase.ruleOfOrganization(said));
  });
  return `**${inline(title)}:** ${words.join(' · ')}`;
}

/** The page where a problem is dealt with: the secrets for a missing key, else the run, which can be started again there. */
function stepLink({ assessment, run }: ReportModel, texts: Texts): string {
  const secrets = repositoryUrl(run.url);
  return hasProblem(assessment, 'missing-api-key') && !isSkipped(assessment) && secrets !== null
    ? ownLink(texts.label.openSecrets, `${secrets}/settings/secrets/actions`)
    : ownLink(texts.label.openRun, run.url);
}

/** How to deal with blocking findings, in one sentence; `''` if there are none. */
function findingStep(model: ReportModel, texts: Texts): string {
  const { assessment, disclosure, scan, onPullRequest } = model;
  const [first, ...more] = assessment.verdict.reasons.filter(isOfFindings);
  if (first === undefined) return '';
  const count = assessment.blocking;
  if (disclosure.mode === 'counts') {
    const scanId = quotable(scan.id ?? '', 100);
    const which = countedBlockers(model, texts);
    return markup(texts.phrase.fixCounted({ count, which, scanId }, onPullRequest));
  }
  const isBudgetOnly = first.kind === 'over-budget' && more.length === 0;
  const needed = isBudgetOnly ? first.count - first.allowed : count;
  return markup(texts.phrase.fixFindings({ needed, count }, onPullRequest));
}

/** How to deal with host rules that block: on the host, or in the policy that has the rules; `''` if none blocks. */
function hostStep(model: ReportModel, texts: Texts): string {
  const { assessment, disclosure, policyFile, settings, run, scan } = model;
  const { phrase } = texts.policy;
  const rules = assessment.verdict.reasons.filter(({ kind }) => kind === 'host-violations');
  if (rules.length === 0) return '';
  const isOwn = rules.some(({ by }) => by === undefined);
  const isOther = rules.some(({ by }) => by !== undefined);
  const { organization } = settings;
  const isCounted = disclosure.mode === 'counts';
  const fix = isCounted ? phrase.fixHostCounted(quotable(scan.id ?? '', 100)) : phrase.fixHost();
  const steps = [`${markup(fix)} ${ownLink(texts.label.openRun, run.url)}.`];
  if (isOwn && policyFile !== null)
    steps.push(`${markup(phrase.changeHostRule())} ${fileLink(policyFile, texts)}.`);
  if (isOther && organization !== null)
    steps.push(markup(phrase.organizationHostRule(quotable(organization.name, 300))));
  return steps.join(' ');
}

/** The next step: about the findings in one sentence, about each other reason its own. */
function nextStep(model: ReportModel, texts: Texts): string {
  const { assessment } = model;
  const { reasons, outcome } = assessment.verdict;
  const advice = reasonsOf(model, texts);
  if (outcome === 'inconclusive') {
    const remedy = markup(advice[0]?.remedy ?? '');
    return remedy === '' || isSkipped(assessment) ? remedy : `${remedy} ${stepLink(model, texts)}`;
  }
  const fix = findingStep(model, texts);
  const unlisted = reasons.findIndex(({ kind }) => kind === 'unlisted-findings');
  const lookUp = fix === '' && unlisted >= 0 ? markup(advice[unlisted]?.remedy ?? '') : '';
  return joined([fix, lookUp, hostStep(model, texts)], ' ');
}

/** What else is wrong beside the first reason, each with its remedy: one line of Markdown each. */
function otherProblems(model: ReportModel, texts: Texts): string {
  const { reasons } = model.assessment.verdict;
  const items = reasonsOf(model, texts).flatMap(({ what, remedy }, index) => {
    const kind = reasons[index]?.kind;
    const isTold = index === 0 || (kind !== 'problem' && kind !== 'unlisted-findings');
    return isTold ? [] : [markup(`${what} ${remedy}`)];
  });
  return titledList(`${texts.label.alsoTrue}:`, items);
}

/** The sentence before the counts that says whether to act, or why there is no verdict. */
function opening(model: ReportModel, texts: Texts): string {
  const { assessment } = model;
  const cause = reasonsOf(model, texts)[0]?.what ?? '';
  switch (assessment.verdict.outcome) {
    case 'pass':
      return '';
    case 'fail':
      return assessment.partial ? `**${markup(partialSentence(model, texts))}**` : '';
    case 'inconclusive':
      if (hasProblem(assessment, 'cancelled')) return markup(`${cause} ${texts.phrase.cancelledCheck()}`);
      return isSkipped(assessment)
        ? `**${inline(texts.phrase.nothingToDo())}** ${inline(texts.phrase.staysGreen())} ${markup(cause)}`
        : markup(cause);
  }
}

/** The verdict, the counts, the target and what to do now: the part that everybody reads. */
export function headlineBlock(model: ReportModel, texts: Texts): string {
  const { outcome } = model.assessment.verdict;
  const skipped = isSkipped(model.assessment);
  const rules = rulesLine(model, texts);
  const counts = countsLine(model, texts, rules === '');
  const step = nextStep(model, texts);
  const todo = step === '' || skipped ? step : `**${texts.label.whatToDo}:** ${step}`;
  const done = outcome === 'pass' ? `**${inline(texts.phrase.nothingToDo())}** ` : '';
  const facts = joined([...factSentences(model, texts), unlistedSentence(model, texts)], ' ');
  const isUndecided = outcome === 'inconclusive';
  return joinBlocks([
    `## ${skipped ? '⏭️' : signs[outcome]} ${inline(verdictTitle(model, texts))}`,
    opening(model, texts),
    isUndecided ? todo : '',
    joined([counts === '' ? '' : `${done}${counts}`, rules, markup(facts)], '<br>\n'),
    isUndecided ? '' : todo,
    otherProblems(model, texts),
    withheldNote(model, texts),
  ]);
}
