/**
 * All settings, one row for each input: how its value is read, its default, and if the policy file may set it too.
 * `action.yml` describes them.
 */

import * as z from 'zod/mini';
import { scanIdPattern } from '../core/ids.ts';
import { languages } from '../core/say.ts';
import { failOnValues } from '../core/severity.ts';
import { defaultPolicyLocation, policyLocation } from './policy-location.ts';
import { commitStatusName } from './run-names.ts';
import * as values from './value-schemas.ts';

/** An input that the policy file can't set. The default is used if the input is empty. */
function workflowInput<T, Default extends T | null>(schema: z.ZodMiniType<T>, defaultValue: Default) {
  return { schema, defaultValue, mayBeInPolicyFile: false } as const;
}

/** A setting that is an input and a key of the policy file. */
function policySetting<T, Default extends T | null>(schema: z.ZodMiniType<T>, defaultValue: Default) {
  return { schema, defaultValue, mayBeInPolicyFile: true } as const;
}

const stepEffect = z.enum(['fail', 'warn']);
const freeText = z.string();

/** A message of a schema says what is expected, as the end of a sentence. */
export const inputTable = {
  // Service
  'api-key': workflowInput(values.apiKey, null),
  'base-url': workflowInput(values.serviceUrl, null),
  'on-missing-api-key': workflowInput(z.enum(['fail', 'skip']), 'fail'),

  // Target
  url: workflowInput(values.target, null),
  environment: workflowInput(z.string().check(z.maxLength(200, 'a pattern of at most 200 characters')), null),
  'wait-for-url': workflowInput(values.duration, 120_000),
  'allowed-statuses': policySetting(values.statuses, [] as readonly number[]),

  // Scan
  // `preferences.ts` reads it.
  preferences: workflowInput(freeText, null),
  'scan-id': workflowInput(
    z
      .string()
      .check(
        z.regex(
          scanIdPattern,
          'a scan id as the service gives it: letters, digits and `.`, `_`, `:`, `~`, `-`',
        ),
      ),
    null,
  ),
  language: workflowInput(z.enum(languages), 'en'),
  'include-subdomains': workflowInput(z.boolean(), false),
  'include-leaks': workflowInput(z.boolean(), false),
  timeout: workflowInput(values.positiveDuration, 3_600_000),
  'poll-interval': workflowInput(values.pollInterval, 'auto'),

  // Policy
  config: workflowInput(policyLocation, defaultPolicyLocation),
  'config-token': workflowInput(freeText, null),
  'fail-on': policySetting(z.enum(failOnValues), 'high'),
  baseline: policySetting(values.baseline, null),
  'min-checks': policySetting(values.wholeNumber(1, 1_000_000_000), 1),
  'on-fail': policySetting(stepEffect, 'fail'),
  'on-inconclusive': policySetting(stepEffect, 'fail'),

  // Trial
  'dry-run': workflowInput(z.boolean(), false),

  // Reports
  'github-token': workflowInput(freeText, ''),
  comment: policySetting(z.enum(['always', 'on-failure', 'never']), 'always'),
  disclosure: policySetting(z.enum(['auto', 'full', 'counts']), 'auto'),
  'commit-status': workflowInput(commitStatusName, null),
  'comment-key': workflowInput(freeText, ''),
  'track-issue': policySetting(z.boolean(), false),
  reports: policySetting(values.reports, ['ACTION_REPORT'] as values.PdfType[]),
  'report-language': policySetting(z.enum(languages), null),
  'report-logo': policySetting(values.logo, null),
  'report-color': policySetting(values.color, null),
};

type Table = typeof inputTable;

export type InputName = keyof Table;

/** What the schema of an input makes of its text. */
type GivenValue<Name extends InputName> = z.output<Table[Name]['schema']>;
/** The value of an input, or its default. */
export type InputValue<Name extends InputName> = GivenValue<Name> | Table[Name]['defaultValue'];
/** The inputs that are given and understood, by name. */
export type GivenValues = { readonly [Name in InputName]?: GivenValue<Name> | undefined };

/** The settings that are inputs and keys of the policy file. */
export type PolicySettingName = {
  [Name in InputName]: Table[Name]['mayBeInPolicyFile'] extends true ? Name : never;
}[InputName];

export const inputNames = Object.keys(inputTable) as InputName[];
export const policySettingNames = inputNames.filter(
  (name): name is PolicySettingName => inputTable[name].mayBeInPolicyFile,
);
