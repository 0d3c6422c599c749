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
  const countsByStatus = countByStatus(findings);
  const unlistedThatBlock = (assessment: Assessment) =>
    assessment.blockingCount - sumCounts(assessment.countsByStatus.blocking);
  const { baseline } = repository;
  const noLongerIgnored = sumCounts(repository.countsByStatus.ignored) - sumCounts(countsByStatus.ignored);
  const onlyOfOrganization = entriesMissingIn(repository.hostViolations, organization.hostViolations);
  const hostViolations = [...repository.hostViolations, ...attributedToOrganization(onlyOfOrganization)];
  return {
    ...repository,
    verdict: mergeVerdicts(repository.verdict, organization.verdict),
    complete: repository.complete && organization.complete,
    findings,
    countsByStatus,
    blockingCount:
      sumCounts(countsByStatus.blocking) +
      Math.max(unlistedThatBlock(repository), unlistedThatBlock(organization)),
    // A finding that the repository ignores and the organization blocks counts as new: ignored findings are not
    // compared.
    baseline: baseline.kind === 'compared' ? { ...baseline, new: baseline.new + noLongerIgnored } : baseline,
    hostViolations,
    blockingViolationCount: hostViolations.filter(({ blocks }) => blocks).length,
    exceededBudgets: [
      ...repository.exceededBudgets,
      ...attributedToOrganization(organization.exceededBudgets),
    ],
    outcomeByPolicy: { repository: policyOutcomeOf(repository), organization: policyOutcomeOf(organization) },
  };
}

/** The outcome by one of the two policies. */
export function policyOutcomeOf(assessment: Assessment): PolicyOutcome {
  const { verdict, baseline, blockingCount, countsByStatus } = assessment;
  const ignoredCount = sumCounts(countsByStatus.ignored);
  return { outcome: verdict.outcome, isCompared: baseline.kind === 'compared', blockingCount, ignoredCount };
}

/**
 * Takes the worse outcome. Its reasons come before the reasons of the other policy. A problem that both have is named
 * once.
 */
function mergeVerdicts(repository: Verdict, organization: Verdict): Verdict {
  const isWorse = outcomes.indexOf(organization.outcome) > outcomes.indexOf(repository.outcome);
  const { outcome } = isWorse ? organization : repository;
  if (outcome === 'pass') return repository;
  const onlyOfOrganization = new Set(entriesMissingIn(repository.reasons, organization.reasons));
  const byOrganization = attributedToOrganization<Reason>(
    organization.reasons.filter((reason) => reason.kind !== 'problem' || onlyOfOrganization.has(reason)),
  );
  const reasons = [repository.reasons, byOrganization];
  if (isWorse) reasons.reverse();
  return { outcome, reasons: reasons.flat().filter(({ kind }) => kind !== 'nothing-blocks') };
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
    blockedBy: [...repository.blockedBy, ...attributedToOrganization(organization.blockedBy)],
  };
}

/** Reasons, rules, violations or budgets that follow from the organization's policy. */
function attributedToOrganization<T>(consequences: readonly T[]) {
  return consequences.map((consequence) => ({ ...consequence, by: 'organization' as const }));
}

/** The entries of `list` that `base` lacks. */
function entriesMissingIn<T>(base: readonly T[], list: readonly T[]): T[] {
  const present = new Set(base.map((entry) => JSON.stringify(entry)));
  return list.filter((entry) => !present.has(JSON.stringify(entry)));
}
