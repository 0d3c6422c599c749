/** The inputs of the step, by the stage that needs them. */

import type { Problem } from '../core/problem.ts';
import type { Preferences } from './preferences.ts';
import { type InputLookup, readGivenInputs } from './reader.ts';
import { type GivenInputs, type InputName, type InputValue, settingsTable } from './table.ts';

/** The inputs that the policy file can't set. Durations are in milliseconds. An input without value is `null`. */
export type StepInputs = ReturnType<typeof groupInputs>;

/** What the runner says of the run that decides which inputs are allowed. */
interface InputContext {
  /** This repository. */
  readonly owner: string;
  readonly repo: string;
  /** True if GitHub withholds secrets and variables from the run, so that inputs may be empty. */
  readonly mayHaveNoSecrets: boolean;
  /** As `preferences.ts` has read them. */
  readonly preferences: Preferences | null;
}

/**
 * Reads all inputs. A wrong one reads as its default.
 *
 * @returns `given`: every input that is given, also those that the policy file can set. `mistakes`: what is wrong
 */
export function readInputs(inputText: InputLookup, context: InputContext) {
  const { given, mistakes } = readGivenInputs(inputText);
  const inputs = groupInputs(given, context);
  // Without a key the service gets no request.
  if (inputText('base-url') === '' && !inputs.service.isSkipped) {
    mistakes.push(
      '`base-url` is empty: give the `https` address of the scanning service. If it comes from `vars.*`: pull requests from forks receive no variables.',
    );
  }
  const elsewhere = inputs.policyLocation?.elsewhere ?? null;
  if (elsewhere !== null && fullNameOf(elsewhere) === fullNameOf(context)) {
    mistakes.push(
      '`config` names this very repository with a reference, so a branch could choose its own policy. Give the path alone: the file is read from the default branch.',
    );
  }
  return { inputs, given, mistakes };
}

/** GitHub does not tell letter case apart. */
function fullNameOf({ owner, repo }: Pick<InputContext, 'owner' | 'repo'>): string {
  return `${owner}/${repo}`.toLowerCase();
}

function groupInputs(given: GivenInputs, { mayHaveNoSecrets, preferences }: InputContext) {
  const inputOf = <Name extends InputName>(name: Name): InputValue<Name> => {
    const value = given[name];
    // `null` is a value: `config` may be `none`.
    return value === undefined ? settingsTable[name].defaultValue : value;
  };
  const apiKey = inputOf('api-key');
  return {
    service: {
      apiKey,
      /** `null` if it is empty, and the scan is skipped. */
      baseUrl: inputOf('base-url'),
      /** True if there is no key, and the scan is skipped for that reason (`on-missing-api-key`). */
      isSkipped: mayHaveNoSecrets && inputOf('on-missing-api-key') === 'skip' && apiKey === null,
    },
    target: {
      /** `null`: discovered from the event, or not needed because of `scan.attachedScanId`. */
      url: inputOf('url'),
      /** Glob for the names of deployment environments; `null`: any except production. */
      environment: inputOf('environment'),
      /** 0: do not wait. */
      waitMs: inputOf('wait-for-url'),
    },
    scan: {
      preferences,
      attachedScanId: inputOf('scan-id'),
      language: inputOf('language'),
      includeSubdomains: inputOf('include-subdomains'),
      includeLeaks: inputOf('include-leaks'),
      timeoutMs: inputOf('timeout'),
      pollIntervalMs: inputOf('poll-interval'),
    },
    /** `null` for none. */
    policyLocation: inputOf('config'),
    /** For a policy file of another repository. Empty if the workflow passes none. */
    configToken: inputOf('config-token') ?? inputOf('github-token'),
    /** True to check the settings and scan nothing. */
    dryRun: inputOf('dry-run'),
    /** Empty when the workflow passes none. Then no request goes to GitHub. */
    githubToken: inputOf('github-token'),
    /** The default is the matrix values: a JSON object, or `null`. */
    commentKeyInput: inputOf('comment-key'),
    /** Context of the commit status, without matrix values and environment; `null` for none. */
    commitStatus: inputOf('commit-status'),
  };
}

/** Why a run without an API key scans nothing. */
export function missingApiKeyProblem({ isSkipped }: Pick<StepInputs['service'], 'isSkipped'>): Problem {
  return { kind: isSkipped ? 'missing-api-key-skipped' : 'missing-api-key' };
}
