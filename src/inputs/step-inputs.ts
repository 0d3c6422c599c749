/** The inputs that only the step has, with their defaults: the policy file cannot set them. */

import { z } from 'zod';
import { languages } from '../core/choices.ts';
import type { Problem } from '../core/problem.ts';
import { scanIdPattern } from '../core/scan-id.ts';
import { boolean, duration, integer, parsedText, positiveDuration, serviceUrl } from './parsers.ts';
import { preferencesSchema } from './preferences.ts';
import type { InputReader } from './reader.ts';
import { commitStatusName } from './run-names.ts';
import { expectedTarget, parseTarget } from './target-url.ts';

/**
 * The inputs that cannot be set in the policy file (`docs/contract.md`, "Inputs"). Durations are in milliseconds. An
 * input without value and default is `null`.
 */
export type StepInputs = ReturnType<typeof readStepInputs>;

/** Where the organization's policy file is, and the token that may read it. */
export type OrganizationFileSource = NonNullable<StepInputs['organizationFile']>;

/**
 * Reads the inputs that cannot be set in the policy file. `readInputSettings` reads the others. The reader names every
 * wrong input, and returns its default.
 *
 * @param mayHaveNoSecrets true if GitHub withholds secrets and variables from the run, so that inputs may be empty
 */
export function readStepInputs(reader: InputReader, mayHaveNoSecrets: boolean) {
  return {
    service: readServiceInputs(reader, mayHaveNoSecrets),
    target: {
      /** `null`: discovered from the event, or not needed because of `scan.attachedScanId`. */
      url: reader.readOptional('url', parsedText(expectedTarget, parseTarget)),
      /** Glob for the names of deployment environments; `null`: any except production. */
      environment: reader.readOptional('environment', glob),
      /** 0: do not wait. */
      waitMs: reader.read('wait-for-url', duration, 120_000),
    },
    scan: {
      preferences: reader.readOptional('preferences', preferencesSchema),
      // A wrong scan id is kept, because a run with any `scan-id` sets no commit status.
      attachedScanId: reader.read<string | null>('scan-id', scanId, reader.text('scan-id') || null),
      /** 0: reuse no scan. */
      reuseWithinMs: reader.read('reuse-within', duration, 0),
      language: reader.read('language', z.enum(languages), 'en'),
      includeSubdomains: reader.read('include-subdomains', boolean, false),
      includeLeaks: reader.read('include-leaks', boolean, false),
      timeoutMs: reader.read('timeout', positiveDuration, 3_600_000),
      pollIntervalMs: reader.read('poll-interval', pollInterval, 'auto'),
    },
    /** Where the policy file is; `null` for none. */
    repositoryFile: readConfig(reader),
    /** Where the organization's policy file is; `null` for none. */
    organizationFile: readOrganizationFile(reader),
    /** True to check the settings and scan nothing. */
    dryRun: reader.read('dry-run', boolean, false),
    /** The token is empty when the workflow passes none. Then no request goes to GitHub. */
    github: { token: reader.text('github-token') },
    naming: {
      /** The default is the matrix values: a JSON object, or `null`. `protectAndReadStep` takes secrets out. */
      commentKeyInput: reader.text('comment-key'),
      artifactName: reader.readOptional('artifact-name', artifactName),
      /** Context of the commit status, without matrix values and environment; `null` for none. */
      commitStatus: reader.readOptional('commit-status', statusName),
      retentionDays: reader.readOptional('retention-days', integer(1, 400)),
    },
  };
}

function readServiceInputs(reader: InputReader, mayHaveNoSecrets: boolean) {
  const apiKey = reader.text('api-key');
  const onMissingApiKey = reader.read('on-missing-api-key', z.enum(['fail', 'skip']), 'fail');
  const isSkipped = mayHaveNoSecrets && onMissingApiKey === 'skip' && apiKey === '';
  // Without a key the service gets no request.
  if (reader.text('base-url') === '' && !isSkipped) {
    reader.addMistake(
      '`base-url` is empty: give the `https` address of the scanning service. If it comes from `vars.*`: pull requests from forks receive no variables.',
    );
  }
  if (apiKey !== '' && !headerValuePattern.test(apiKey)) {
    reader.addMistake(
      '`api-key` contains a space, line break or non-ASCII character. Store only the key, without `Bearer` or quotes.',
    );
  }
  return {
    /** `null` when the key is empty. */
    apiKey: apiKey === '' ? null : apiKey,
    /** `null` if it is empty, and the scan is skipped. */
    baseUrl: reader.readOptional('base-url', serviceUrl),
    /** True if there is no key, and the scan is skipped for that reason (`docs/contract.md`, `on-missing-api-key`). */
    isSkipped,
  };
}

/** Why a run without an API key scans nothing. */
export function missingApiKeyProblem({ isSkipped }: Pick<StepInputs['service'], 'isSkipped'>): Problem {
  return { kind: 'missing-api-key', skipped: isSkipped };
}

const defaultConfig = '.github/scan-gate.yml';

function readConfig(reader: InputReader) {
  // A file of that name is given as `./none`.
  if (reader.text('config') === 'none') return null;
  const path = reader.read('config', configPath, defaultConfig);
  return { path, isDefault: path === defaultConfig };
}

function readOrganizationFile(reader: InputReader) {
  const reference = reader.readOptional('org-policy', organizationReference);
  /** Empty when the workflow passes none. */
  const token = reader.text('org-policy-token') || reader.text('github-token');
  return reference === null ? null : { ...reference, token };
}

/**
 * `OWNER/REPO/PATH@REF`, which is the `name`. `ref` is a branch, a tag or a commit. The text is split at the last `@`,
 * because a path may contain an `@`.
 */
const organizationReference = parsedText(
  '`OWNER/REPO/PATH@REF`, such as `acme/policies/scan-gate.yml@main`',
  (text) => {
    const [, owner = '', repo = '', path = '', ref = ''] =
      /^([A-Za-z0-9-]{1,39})\/([\w.-]{1,100})\/(.+)@([^@]+)$/s.exec(text) ?? [];
    const isRef = /^(?![/.-])[^\0-\x20\x7f~^:?*[\\]{1,250}$/.test(ref) && !ref.includes('..');
    const isRepository = repo !== '.' && repo !== '..';
    return isInsideRepository(path) && isRef && isRepository ? { name: text, owner, repo, path, ref } : null;
  },
);

/** True for a path that does not leave the repository. */
function isInsideRepository(path: string): boolean {
  return /^[^\0-\x1f\\]{1,500}$/.test(path) && !/^\/|:\/\//.test(path) && !path.split('/').includes('..');
}

const configPath = z
  .string()
  .transform((text) => text.replace(/^\.\//, ''))
  .refine(isInsideRepository, 'a path in the repository, or `none`');

const glob = z.string().max(200, 'a glob of at most 200 characters');

const pollInterval = z.union(
  [z.literal('auto'), positiveDuration],
  '`auto` or a duration above zero, such as `20s`',
);

const expectedScanId = 'a scan id as the service gives it: letters, digits and `-`';
const scanId = z.string().regex(scanIdPattern, expectedScanId);

/** A header value. White space is refused, because a secret is often copied with white space around it. */
const headerValuePattern = /^[\x21-\x7e]+$/;

const statusName = z.string().regex(commitStatusName.pattern, commitStatusName.expected);

const artifactName = z
  .string()
  .regex(/^[^":<>|*?\r\n\\/]{1,200}$/, 'at most 200 characters without `" : < > | * ? \\ /`');
