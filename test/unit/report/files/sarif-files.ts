/** SARIF files: the schema, and models to write files of. */

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { renderSarif, type SarifOptions } from '../../../../src/report/files/sarif.ts';
import { readHost } from '../../../../src/report/model.ts';
import type { PublishedModel } from '../../../../src/report/published-model.ts';
import type { PolicySettings } from '../../../../src/settings/settings.ts';
import { asResult } from '../../gate/arbitraries.ts';
import { type Judging, judged, now } from '../../gate/judgements.ts';
import { plainModel, settingsWith } from '../models.ts';

const schemaPath = new URL('../../../fixtures/sarif-2.1.0.json', import.meta.url);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const validateSchema = ajv.compile(JSON.parse(readFileSync(schemaPath, 'utf8')));

/** Breaches of the schema of SARIF 2.1.0 in `log`, one line each. */
export function schemaErrors(log: unknown): string[] {
  if (validateSchema(log)) return [];
  return (validateSchema.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

interface Text {
  readonly text: string;
}

/** What the tests read of a run. */
export interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly rules: readonly {
        readonly id: string;
        readonly shortDescription: Text;
        readonly fullDescription: Text;
        readonly help: Text & { readonly markdown: string };
        readonly defaultConfiguration: { readonly level: string };
        readonly properties: { readonly tags: readonly string[]; readonly 'security-severity': string };
      }[];
    };
  };
  readonly automationDetails: { readonly id: string };
  readonly results: readonly {
    readonly ruleId: string;
    readonly ruleIndex: number;
    readonly level: string;
    readonly message: Text;
    readonly locations: readonly {
      readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
    }[];
    readonly partialFingerprints: { readonly primaryLocationLineHash: string };
    readonly properties: { readonly severity: string; readonly status: string };
  }[];
}

/** The one run of a file. */
export function onlyRun(json: string): SarifRun {
  const log: { readonly runs: readonly SarifRun[] } = JSON.parse(json);
  const [run, ...others] = log.runs;
  if (run === undefined || others.length > 0) throw new Error(`${log.runs.length} runs, not one`);
  return run;
}

export interface ModelOptions {
  /** Issues as on the wire. */
  readonly issues: readonly object[];
  /** Other fields of the result, as on the wire. */
  readonly result?: Readonly<Record<string, unknown>>;
  readonly policy?: Partial<PolicySettings>;
  readonly judging?: Judging;
  readonly target?: string | null;
  readonly language?: 'en' | 'pt';
}

/** A finished scan of a preview, judged by the real gate. */
export function sarifModelOf({
  issues,
  result,
  policy = {},
  judging,
  target = 'https://preview-104.example.com/',
  language = 'en',
}: ModelOptions): PublishedModel {
  const answer = { issues, issuesSummary: {}, totalChecked: 1482, percentage: '100.00', ...result };
  const siteHost = target === null ? null : new URL(target).host;
  const judgement = judged(answer, policy, { siteHost, ...judging });
  const host = readHost(asResult(answer).information, now);
  return plainModel([], { judgement, host, language, target, settings: settingsWith(policy) });
}

export const sarifOptions: SarifOptions = {
  category: 'Security / scan',
  actionUrl: 'https://github.com/octo/scan-gate',
  workflowRef: 'octo/shop/.github/workflows/security.yml@refs/heads/main',
  owner: 'octo',
  repo: 'shop',
};

export const injection = {
  group: 'Improper Neutralization',
  name: 'SQL injection in q on https://preview-104.example.com/search',
  severity: 'critical',
  cwe: [89],
  cve: ['CVE-2021-23017'],
  cvss: { score: 9.8, detail: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
  description: 'The parameter reaches the database.\n\nAll tables can be read',
  remediation: 'Use a prepared *statement*.',
  references: 'https://owasp.org/www-community/attacks/SQL_Injection',
};
export const header = {
  group: 'Protection Mechanism Failure',
  name: 'No Content-Security-Policy header',
  severity: 'low',
  cwe: [693],
  cvss: { score: 3.1 },
  description: 'No page sends one.',
};

/** The one run of the file of `given`, checked against the schema. */
export function runOf(given: ModelOptions, changes: Partial<SarifOptions> = {}) {
  const options = { ...sarifOptions, ...changes };
  const json = renderSarif(sarifModelOf(given), options);
  const errors = schemaErrors(JSON.parse(json));
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const run = onlyRun(json);
  return { json, run, results: run.results, rules: run.tool.driver.rules };
}

/** The item of `list` at `index`. @throws {Error} if there is none */
export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`there is no ${index}`);
  return item;
}
