/** The worse of two assessments of the same scan (`docs/contract.md`, `org-policy`). */
import { outcomes } from '../core/choices.ts';
import { sumCounts } from '../core/severity.ts';
import { countByStatus } from './summary-counts.ts';
import type { Assessment, JudgedFinding, PolicyVerdict, Reason, Verdict } from './verdict.ts';

/**
 * The assessment under the repository's policy and the one under the organization's as one: what blocks by either blocks. The
 * facts of baseline and ignore rules are those of the repository's. Both have the same findings in the same order.
 */
export function worseAssessment(own: Assessment, organization: Assessment): Assessment {
  const findings = own.findings.map((finding, index) => worseFinding(finding, organization.findings[index]));
  const byStatus = countByStatus(findings);
  const unlisted = (each: Assessment) => each.blocking - sumCounts(each.byStatus.blocking);
  const ignored = sumCounts(byStatus.ignored);
  const { baseline } = own;
  return {
    ...own,
    verdict: worseVerdict(own.verdict, organization.verdict),
    complete: own.complete && organization.complete,
    findings,
    byStatus,
    blocking: sumCounts(byStatus.blocking) + Math.max(unlisted(own), unlisted(organization)),
    ignored,
    // What only the repository ignores is not compared with the baseline, so it counts as new.
    baseline:
      baseline.kind === 'compared' ? { ...baseline, new: baseline.new + own.ignored - ignored } : baseline,
    hostViolations: worseViolations(own.hostViolations, organization.hostViolations),
    byPolicy: { own: verdictOfPolicy(own), organization: verdictOfPolicy(organization) },
  };
}

/** What one policy alone says. */
export function verdictOfPolicy({ verdict, baseline, blocking, ignored }: Assessment): PolicyVerdict {
  const isCompared = baseline.kind === 'compared';
  return { outcome: verdict.outcome, isCompared, blocking, ignored };
}

/** The worse outcome, and its reasons before those of the other policy. A problem of both is named once. */
function worseVerdict(own: Verdict, organization: Verdict): Verdict {
  const ownText = new Set(own.reasons.map((reason) => JSON.stringify(reason)));
  const isCommon = (reason: Reason) => reason.kind === 'problem' && ownText.has(JSON.stringify(reason));
  const others = organization.reasons
    .filter((reason) => !isCommon(reason))
    .map((reason): Reason => ({ ...reason, by: 'organization' }));
  const isWorse = outcomes.indexOf(organization.outcome) > outcomes.indexOf(own.outcome);
  const { outcome } = isWorse ? organization : own;
  if (outcome === 'pass') return own;
  const reasons = isWorse ? [...others, ...own.reasons] : [...own.reasons, ...others];
  return { outcome, reasons: reasons.filter(({ kind }) => kind !== 'nothing-blocks') };
}

/** Both list the findings of one scan in one order. */
function worseFinding(own: JudgedFinding, organization: JudgedFinding | undefined): JudgedFinding {
  if (organization?.status !== 'blocking') return own;
  const blockedBy = organization.blockedBy.map((rule) => ({ ...rule, by: 'organization' }) as const);
  return { ...own, status: 'blocking', ignoredBy: null, blockedBy: [...own.blockedBy, ...blockedBy] };
}

type Violations = Assessment['hostViolations'];

function worseViolations(own: Violations, organization: Violations): Violations {
  const ownText = new Set(own.map((violation) => JSON.stringify(violation)));
  const others = organization.filter((violation) => !ownText.has(JSON.stringify(violation)));
  return [...own, ...others.map((violation) => ({ ...violation, by: 'organization' }) as const)];
}
