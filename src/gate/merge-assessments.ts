/** Merges two assessments of the same scan into one (`docs/contract.md`, `org-policy`). */

import { outcomes } from '../core/choices.ts';
import { sumCounts } from '../core/severity.ts';
import { countByStatus } from './summary-counts.ts';
import type { Assessment, JudgedFinding, PolicyOutcome, Reason, Verdict } from './verdict.ts';

/**
 * Merges the assessment by the repository's policy with the assessment by the organization's policy. What blocks by
 * either policy blocks: for example, a finding that the repository's policy ignores and the organization's policy
 * blocks. Baseline and ignore rules are reported as the repository's policy has them. Both assessments must have the
 * same findings in the same order.
 */
export function mergeAssessments(repository: Assessment, organization: Assessment): Assessment {
  const findings = repository.findings.map((finding, index) =>
    mergeFinding(finding, organization.findings[index]),
  );
  const byStatus = countByStatus(findings);
  const unlistedThatBlock = (each: Assessment) => each.blocking - sumCounts(each.byStatus.blocking);
  const { baseline } = repository;
  const noLongerIgnored = sumCounts(repository.byStatus.ignored) - sumCounts(byStatus.ignored);
  const otherViolations = missingIn(repository.hostViolations, organization.hostViolations);
  const hostViolations = [...repository.hostViolations, ...otherViolations.map(byOrganization)];
  return {
    ...repository,
    verdict: mergeVerdicts(repository.verdict, organization.verdict),
    complete: repository.complete && organization.complete,
    findings,
    byStatus,
    blocking:
      sumCounts(byStatus.blocking) + Math.max(unlistedThatBlock(repository), unlistedThatBlock(organization)),
    // A finding that the repository ignores and the organization blocks counts as new: ignored findings are not
    // compared.
    baseline: baseline.kind === 'compared' ? { ...baseline, new: baseline.new + noLongerIgnored } : baseline,
    hostViolations,
    blockingViolationCount: hostViolations.filter(({ blocks }) => blocks).length,
    exceededBudgets: [...repository.exceededBudgets, ...organization.exceededBudgets.map(byOrganization)],
    byPolicy: { repository: policyOutcomeOf(repository), organization: policyOutcomeOf(organization) },
  };
}

/** The outcome by one of the two policies. */
export function policyOutcomeOf({ verdict, baseline, blocking, byStatus }: Assessment): PolicyOutcome {
  const isCompared = baseline.kind === 'compared';
  return { outcome: verdict.outcome, isCompared, blocking, ignored: sumCounts(byStatus.ignored) };
}

/**
 * Takes the worse outcome. Its reasons come before the reasons of the other policy. A problem that both have is named
 * once.
 */
function mergeVerdicts(repository: Verdict, organization: Verdict): Verdict {
  const isWorse = outcomes.indexOf(organization.outcome) > outcomes.indexOf(repository.outcome);
  const { outcome } = isWorse ? organization : repository;
  if (outcome === 'pass') return repository;
  const onlyOrganization = new Set(missingIn(repository.reasons, organization.reasons));
  const others = organization.reasons
    .filter((reason) => reason.kind !== 'problem' || onlyOrganization.has(reason))
    .map((reason): Reason => byOrganization(reason));
  const reasons = isWorse ? [...others, ...repository.reasons] : [...repository.reasons, ...others];
  return { outcome, reasons: reasons.filter(({ kind }) => kind !== 'nothing-blocks') };
}

/** Merges two judgements of the same finding. Throws if the findings differ, so that a bug never makes a run green. */
function mergeFinding(repository: JudgedFinding, organization: JudgedFinding | undefined): JudgedFinding {
  if (organization?.fingerprint !== repository.fingerprint)
    throw new Error('the findings of two policies do not match');
  if (organization.status !== 'blocking') return repository;
  return {
    ...repository,
    status: 'blocking',
    ignoredBy: null,
    blockedBy: [...repository.blockedBy, ...organization.blockedBy.map(byOrganization)],
  };
}

function byOrganization<T>(entry: T) {
  return { ...entry, by: 'organization' as const };
}

/** The entries of `list` that `other` lacks. */
function missingIn<T>(other: readonly T[], list: readonly T[]): T[] {
  const present = new Set(other.map((entry) => JSON.stringify(entry)));
  return list.filter((entry) => !present.has(JSON.stringify(entry)));
}
