/**
 * Removes secrets from the facts of a report, once, when the verdict stands and before anything is rendered
 * (`docs/contract.md`, "Secrets"). Never from a rendered page: it breaks links and markup, and our own words.
 */

import type { Redactor } from '../core/ports.ts';
import { secretFreeFacts } from '../core/public-facts.ts';
import type { JudgedFinding, Judgement } from '../gate/judgement.ts';
import { redactTexts } from '../runner/redactor.ts';
import type { IgnoreRule } from '../settings/policy-file.ts';
import type { Settings } from '../settings/settings.ts';
import type { ReportModel } from './model.ts';

type Redact = Redactor['redact'];

/**
 * `model` with its texts from outside without secrets. From outside are
 *
 * - of the service and the site: the texts of findings, the facts of the host, the details of problems and faults, and
 *   the preferences of the scan
 * - of a deployment, an input or the policy file: the names of target and baseline, and what somebody wrote into a rule
 *
 * All else stays: our own words and numbers, verdicts, severities, ids, fingerprints, and addresses of GitHub.
 */
export function withoutSecrets(model: ReportModel, redact: Redact): ReportModel {
  return {
    ...model,
    judgement: judgementWithoutSecrets(model.judgement, redact),
    target: redactTexts(model.target, redact),
    scan: { ...model.scan, preferences: redactTexts(model.scan.preferences, redact) },
    host: redactTexts(model.host, redact),
    settings: settingsWithoutSecrets(model.settings, redact),
  };
}

function judgementWithoutSecrets(judgement: Judgement, redact: Redact): Judgement {
  const { objections, findings, ruleNotices } = judgement;
  return {
    ...judgement,
    objections: objections.map((objection) => withoutSecretsInFacts(objection, redact)),
    findings: findings.map((judged) => findingWithoutSecrets(judged, redact)),
    ruleNotices: ruleNotices.map((notice) => ({ ...notice, rule: ruleWithoutSecrets(notice.rule, redact) })),
  };
}

function findingWithoutSecrets(judged: JudgedFinding, redact: Redact): JudgedFinding {
  const { finding, ignoredBy } = judged;
  const { severity, cwe, cve, ...others } = finding;
  return {
    ...judged,
    finding: { severity, cwe, cve, ...redactTexts(others, redact) },
    ignoredBy: ignoredBy === null ? null : ruleWithoutSecrets(ignoredBy, redact),
  };
}

function ruleWithoutSecrets(rule: IgnoreRule, redact: Redact): IgnoreRule {
  const { name, group, where, reason, owner } = rule;
  return { ...rule, ...redactTexts({ name, group, where, reason, owner }, redact) };
}

function settingsWithoutSecrets(settings: Settings, redact: Redact): Settings {
  const { policy, setByUser } = settings;
  const { baseline, ignore } = policy;
  return {
    ...settings,
    policy: {
      ...policy,
      baseline:
        baseline?.kind === 'url'
          ? {
              ...baseline,
              address: { ...baseline.address, shownAddress: redact(baseline.address.shownAddress) },
            }
          : baseline,
      ignore: ignore.map((rule) => ruleWithoutSecrets(rule, redact)),
    },
    setByUser: setByUser.map((setting) =>
      ['baseline', 'report-logo'].includes(setting.name)
        ? { ...setting, value: redact(setting.value) }
        : setting,
    ),
  };
}

/** The facts of a problem, a fault or an objection without secrets, at any depth. */
export function withoutSecretsInFacts<T extends object>(facts: T, redact: Redact): T;
export function withoutSecretsInFacts(facts: object, redact: Redact): object {
  const entries = Object.entries(facts).map(([name, fact]: [string, unknown]) => {
    if (secretFreeFacts.includes(name)) return [name, fact];
    const isNested = typeof fact === 'object' && fact !== null && !Array.isArray(fact);
    return [name, isNested ? withoutSecretsInFacts(fact, redact) : redactTexts(fact, redact)];
  });
  return Object.fromEntries(entries);
}
