/**
 * Makes the report for `disclosure: counts`: the verdict, its reasons and the counts. Names, addresses, evidence and
 * facts about the host are left out, because they would help an attacker. Every field of the model and of the judgement
 * is written out, so that a new one does not compile before somebody has decided who may read it; the settings of the
 * policy are not. Which facts of an objection anybody may read is in `core/public-facts.ts`.
 */

import { onlyPublicFacts } from '../core/public-facts.ts';
import type { Judgement } from '../gate/judgement.ts';
import type { IgnoreRule } from '../settings/policy-file.ts';
import { noFiles, type ReportedScan, type ReportModel } from './model.ts';

declare const isPublic: unique symbol;

/** A model that anybody who can read the repository may see. A full model does not compile in its place. */
export type PublishedModel = ReportModel & { readonly [isPublic]: true };

/** The part of `model` that anybody may read, as its disclosure says. */
export function publishedModelOf(model: ReportModel): PublishedModel {
  return (model.disclosure.mode === 'full' ? model : countsOnly(model)) as PublishedModel;
}

function countsOnly(model: ReportModel): ReportModel {
  const { settings } = model;
  return {
    language: model.language,
    judgement: withholdJudgement(model.judgement),
    target: null,
    acceptedStatus: model.acceptedStatus,
    scan: withholdScanFacts(model.scan),
    host: null,
    serviceHost: model.serviceHost,
    // Sentences name settings of the policy. These here would name sites and findings, and so would a list of them.
    settings: {
      policy: { ...settings.policy, baseline: null, ignore: [], 'report-logo': null },
      setByUser: [],
      policyFile: settings.policyFile,
    },
    ownPolicyFile: model.ownPolicyFile,
    // No file is published, so only the log reports a missing file.
    files: noFiles,
    run: model.run,
    isOnPullRequest: model.isOnPullRequest,
    disclosure: model.disclosure,
    writtenAt: model.writtenAt,
  };
}

function withholdJudgement(judgement: Judgement): Judgement {
  return {
    verdict: judgement.verdict,
    objections: onlyPublicFacts(judgement.objections),
    findings: [],
    counts: judgement.counts,
    countsByStatus: judgement.countsByStatus,
    blockingCount: judgement.blockingCount,
    unlisted: judgement.unlisted,
    comparison: judgement.comparison,
    ruleNotices: judgement.ruleNotices.map(({ rule, kind }) => ({ rule: withholdRule(rule), kind })),
    hasAllFindings: judgement.hasAllFindings,
    checkCount: judgement.checkCount,
  };
}

function withholdScanFacts(scan: ReportedScan): ReportedScan {
  const { id, origin, startedAt, endedAt, percentage } = scan;
  return { id, origin, startedAt, endedAt, percentage, preferences: null };
}

function withholdRule({ severity, expires, line }: IgnoreRule): IgnoreRule {
  const nothing = { fingerprint: null, name: null, group: null, cwe: null, cve: null, where: null };
  return { ...nothing, severity, reason: '***', expires, owner: null, line };
}
