import type { HostViolation } from '../gate/host-rules.ts';
import type { BlockingRule, RuleNotice } from '../gate/verdict.ts';
import type { SettingSource } from '../inputs/settings.ts';
import type { Advice, ByKind } from './advice.ts';

type RuleByKind = ByKind<BlockingRule>;
type ViolationByKind = ByKind<HostViolation>;

/**
 * What the thresholds of a run looked at, and what else was judged: only with it a sentence such as “no finding has
 * severity `high`” is true.
 */
export interface ReasonScope {
  /** True with a baseline: only what it does not have can block. */
  readonly onlyNew: boolean;
  /** True where ignore rules took findings out. */
  readonly someIgnored: boolean;
  /** `fail-on-cvss`, or `null`. */
  readonly failOnCvss: number | null;
  /** True with `max-findings`. */
  readonly hasBudgets: boolean;
  /** Findings that block by any rule; `null` where that is not known. */
  readonly blocking: number | null;
  /** True where rules for the host were judged and kept. */
  readonly hostKept: boolean;
}

/** Every finding counts, and there is no rule but `fail-on`. */
export const plainScope: ReasonScope = {
  onlyNew: false,
  someIgnored: false,
  failOnCvss: null,
  hasBudgets: false,
  blocking: null,
  hostKept: false,
};

/** The texts about policy, baseline and ignore rules, in one language. Plain text; names stand between backticks. */
export interface PolicyTexts {
  /** A rule by which a finding blocks. `assumedScore` is what a finding without a score counts as, else `null`. */
  readonly rule: {
    readonly [Kind in keyof RuleByKind]: (rule: RuleByKind[Kind], assumedScore: number | null) => string;
  };
  /** Strings of a violation must have been made harmless by the caller. */
  readonly violation: {
    readonly [Kind in keyof ViolationByKind]: (
      violation: ViolationByKind[Kind],
      allowedPorts: string,
    ) => Advice;
  };
  /** What is to be known about an ignore rule. `expires` is its last day, `''` where it has none. */
  readonly notice: Readonly<Record<RuleNotice['kind'], (expires: string) => Advice>>;
  readonly source: Readonly<Record<SettingSource, string>>;
  readonly label: PolicyLabels;
  readonly phrase: PolicyPhrases;
}

interface PolicyLabels {
  /** Behind the verdict, in brackets. */
  readonly partial: string;
  readonly whyItBlocks: string;
  readonly rule: string;
  readonly isNew: string;
  readonly allFindings: string;
  readonly blocking: string;
  readonly passing: string;
  readonly known: string;
  readonly ignored: string;
  readonly violation: string;
  readonly blocks: string;
  readonly yes: string;
  readonly no: string;
  readonly policy: string;
  readonly policyFile: string;
  readonly setting: string;
  readonly value: string;
  readonly from: string;
  readonly none: string;
  /** Opens the snippet that would ignore one finding. */
  readonly ignoreThis: string;
  /** Opens the snippet for all blocking findings that are shown. */
  readonly ignoreThese: string;
}

interface PolicyPhrases {
  /** Over the bars of the counts. */
  readonly barLegend: () => string;
  readonly partial: (percentage: number | null) => string;
  readonly compared: (scanId: string, counts: ComparedCounts) => string;
  /** `baseline` is the setting, as it may be shown. */
  readonly nothingToCompare: (baseline: string) => string;
  readonly ignoredCount: (count: number) => string;
  /** `list` names the counts by severity. */
  readonly knownFindings: (count: number, list: string) => string;
  readonly ignoredFindings: (count: number, list: string) => string;
  readonly newInGroup: (group: string) => string;
  readonly hostViolations: (count: number) => string;
  readonly ruleNotices: (count: number) => string;
  readonly line: (line: number) => string;
  readonly until: (day: string) => string;
  readonly owner: (name: string) => string;
  readonly ruleCount: (count: number) => string;
  /** Under the snippet. `file` is the path of the policy file, `null` where it is not known. */
  readonly snippetNote: (file: string | null) => string;
}

export interface ComparedCounts {
  readonly new: number;
  readonly known: number;
  /** `null` where the list is not complete: what is not in it may still be there. */
  readonly fixed: number | null;
}

/** Words a rule by which a finding blocks. */
export function wordRule<Kind extends keyof RuleByKind>(
  texts: PolicyTexts,
  rule: { [Each in Kind]: RuleByKind[Each] & { kind: Each } }[Kind],
  assumedScore: number | null,
): string {
  const kind: Kind = rule.kind;
  const say: (rule: RuleByKind[Kind], assumedScore: number | null) => string = texts.rule[kind];
  return say(rule, assumedScore);
}

/** Words a violation of a host rule. Strings in it must have been made harmless by the caller. */
export function wordViolation<Kind extends keyof ViolationByKind>(
  texts: PolicyTexts,
  violation: { [Each in Kind]: ViolationByKind[Each] & { kind: Each } }[Kind],
  allowedPorts: string,
): Advice {
  const kind: Kind = violation.kind;
  const say: (violation: ViolationByKind[Kind], allowedPorts: string) => Advice = texts.violation[kind];
  return say(violation, allowedPorts);
}
