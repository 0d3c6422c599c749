/**
 * Tries a policy on saved results, without the service and without GitHub. Prints the verdict, and for every finding
 * why it does or does not block.
 *
 * `npm run policy -- --config FILE --result FILE [--organization FILE] [--baseline FILE]... [--now DATE]`
 *
 * A result is the `result.json` of a run, or what the service answered. Only the policy files count, no inputs. `--now`
 * is a date or a time in ISO 8601, for rules and certificates that expire; the default is the present. Exit code: 0 for
 * `pass`, 1 for `fail`, 2 for `inconclusive` and for files that cannot be read.
 */

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Problem, problemOf, SettingsError } from '../src/core/problem.ts';
import { RequestError } from '../src/core/request-fault.ts';
import { type BaselineFindings, readBaselineFindings } from '../src/gate/baseline-findings.ts';
import { judgeByPolicy } from '../src/gate/judge-scan.ts';
import { mergeAssessments } from '../src/gate/merge-assessments.ts';
import { parseScan } from '../src/gate/parse-scan.ts';
import { siteHostOf } from '../src/inputs/target-url.ts';
import { parseOrganizationPolicy, policyWithAllowances } from '../src/policy/organization.ts';
import type { OrganizationPolicy, Policy } from '../src/policy/policy.ts';
import { parsePolicyFile } from '../src/policy/policy-file.ts';
import { combineSettings } from '../src/policy/settings-in-force.ts';
import { baselineProblem } from '../src/scan/baseline-scans.ts';
import type { ResultOrProblem } from '../src/scan/wait-for-scan.ts';
import { readCompletion } from '../src/service/answers.ts';
import { scanResultSchema, type WireScanResult } from '../src/service/wire.ts';
import { explainAssessment } from './explain.ts';

const usage =
  'Usage: npm run policy -- --config FILE --result FILE [--organization FILE] [--baseline FILE]... [--now DATE]\n' +
  'A result is the result.json of a run, or what the service answered. Give the newest baseline first.\n';

/** A saved result. */
interface SavedScan {
  readonly id: string;
  /** As the run showed it; `null` for an answer of the service, which does not name the target. */
  readonly target: string | null;
  readonly end: ResultOrProblem & { readonly result: WireScanResult };
}

const resultDocumentSchema = z.looseObject({
  version: z.literal(1),
  target: z.string().nullable(),
  raw: z.unknown(),
});

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new SettingsError(`${path} cannot be read: ${messageOf(error)}`);
  }
}

async function readScan(path: string): Promise<SavedScan> {
  const text = await readText(path);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`${path} is not JSON: ${messageOf(error)}`);
  }
  const document = resultDocumentSchema.safeParse(json);
  const raw = scanResultSchema.safeParse(document.success ? document.data.raw : json);
  if (!raw.success || (raw.data.issues === undefined && raw.data.percentage === undefined))
    throw new SettingsError(`${path} holds no result of a scan`);
  const id = raw.data.identificator;
  return {
    id: typeof id === 'string' && id !== '' ? id : path,
    target: document.success ? document.data.target : null,
    end: endOf(raw.data),
  };
}

/**
 * A scan has finished when `percentage` is at least 100 and `endDate` is set (docs/internals/service-interface.md,
 * section 3).
 */
function endOf(result: WireScanResult): SavedScan['end'] {
  const ended = (problem: Problem) => ({ state: 'problem', result, problem }) as const;
  try {
    const { percentage, endedAt } = readCompletion(result);
    if (percentage >= 100 && endedAt !== null) return { state: 'whole', result, problem: null };
    return ended({ kind: 'ended-early', percentage });
  } catch (error) {
    const isUnreadable = error instanceof RequestError && error.fault.kind === 'wrong-shape';
    return ended(isUnreadable ? { ...error.fault, kind: 'unreadable' } : problemOf(error));
  }
}

/** Without a saved baseline, nothing is known, whatever baseline the policy names. @param saved newest first */
function compareWith([newest, ...others]: readonly SavedScan[], policy: Policy): BaselineFindings {
  if (newest === undefined) return { kind: policy.baseline === null ? 'none' : 'first' };
  const { id, target, end } = newest;
  const { result, problem } = end;
  const olderScans = others
    .slice(0, policy.baselineScans - 1)
    .map((scan) => ({ scanId: scan.id, result: scan.end.state === 'whole' ? scan.end.result : null }));
  const read = readBaselineFindings({ kind: 'scan', scanId: id, result, target, olderScans });
  return problem === null || read.kind !== 'scan' ? read : { ...read, problem: baselineProblem(id, problem) };
}

/** The verdict, and the settings that it was made with. */
async function tryPolicy(request: ReturnType<typeof readRequest>) {
  const [file, scan, organization, ...baselines] = await Promise.all([
    readText(request.config).then((text) => parsePolicyFile(text, request.config)),
    readScan(request.result),
    request.organization === null ? null : readOrganization(request.organization),
    ...request.baselines.map(readScan),
  ]);
  if (baselines.some(({ id }) => id === scan.id))
    throw new SettingsError(`--baseline is scan ${scan.id} itself, so nothing could ever be new`);
  const settings = { ...combineSettings(null, file, 'en'), organization };
  const { policy } = settings;
  const { nowMs: now } = request;
  const scanToJudge = {
    ...scan.end,
    doubts: [],
    preferences: null,
    siteHost: siteHostOf(scan.target),
    now,
  };
  const read = parseScan(scanToJudge);
  const judge = (by: Policy, saved: readonly SavedScan[]) => judgeByPolicy(read, by, compareWith(saved, by));
  const own = judge(policy, baselines);
  if (organization === null) return { assessment: own, settings };
  const rules = policyWithAllowances(policy, organization, now);
  const assessment = mergeAssessments(own, judge(rules, rules.baseline === null ? [] : baselines));
  return { assessment, settings };
}

async function readOrganization(path: string): Promise<OrganizationPolicy> {
  return parseOrganizationPolicy(await readText(path), { name: path, commit: '' });
}

/** @throws {SettingsError} for what is missing or wrong */
function readRequest(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const many = { type: 'string', multiple: true } as const;
  const options = { config: text, result: text, organization: text, baseline: many, now: text };
  const {
    config,
    result,
    organization = null,
    baseline: baselines = [],
    now,
  } = parseArgs({ args: [...args], options }).values;
  if (config === undefined || result === undefined) throw new SettingsError(usage.trim());
  const nowMs = now === undefined ? Date.now() : Date.parse(now);
  if (Number.isNaN(nowMs)) throw new SettingsError('--now is not a date such as 2026-12-31');
  return { config, result, organization, baselines, nowMs };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const exitCodes = { pass: 0, fail: 1, inconclusive: 2 } as const;

/** What the command prints, and its exit code. @param args as given in the shell */
export async function policyCommand(args: readonly string[]) {
  try {
    const { assessment, settings } = await tryPolicy(readRequest(args));
    const stdout = `${explainAssessment(assessment, settings).join('\n')}\n`;
    return { status: exitCodes[assessment.verdict.outcome], stdout, stderr: '' };
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error;
    const stderr = isUsage ? `${messageOf(error)}\n${usage}` : `${messageOf(error)}\n`;
    return { status: 2, stdout: '', stderr };
  }
}

if (import.meta.main) {
  const { status, stdout, stderr } = await policyCommand(process.argv.slice(2));
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = status;
}
