/** SARIF files as their readers see them: the schema, Microsoft's multitool, and models to write files of. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { assess, type GateInput } from '../../src/gate/assess.ts';
import { readHost } from '../../src/gate/host.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { ReportModel } from '../../src/report/model.ts';
import {
  renderSarif,
  type SarifLog,
  type SarifOptions,
  type SarifRun,
} from '../../src/report/sarif/sarif.ts';
import { en } from '../../src/report/texts/en/texts.ts';
import { pt } from '../../src/report/texts/pt/texts.ts';
import { scanResultSchema } from '../../src/service/schema.ts';
import { plainPolicy, plainReports } from './plain-policy.ts';

const multitool: string = createRequire(import.meta.url)('@microsoft/sarif-multitool-linux');
const schemaPath = createRequire(import.meta.url).resolve(
  '@microsoft/sarif-multitool-linux/sarif-2.1.0.json',
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const validateSchema = ajv.compile(JSON.parse(readFileSync(schemaPath, 'utf8')));

/** What the schema of SARIF 2.1.0 says against `log`: one line each. */
export function schemaErrors(log: unknown): string[] {
  if (validateSchema(log)) return [];
  return (validateSchema.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

/** The multitool is a program for this platform only. */
export const hasMultitool = process.platform === 'linux' && process.arch === 'x64';

export interface Complaint {
  readonly ruleId: string;
  readonly level: string;
  readonly message: string;
}

interface MultitoolResult {
  readonly ruleId: string;
  readonly level?: string;
  readonly message: { readonly text?: string; readonly id?: string; readonly arguments?: readonly string[] };
  readonly locations?: readonly { readonly physicalLocation: { artifactLocation: { uri: string } } }[];
}

/**
 * What the multitool says of each of `files` by its rules for SARIF and for GitHub: errors and warnings. It takes longer to
 * start than to read, so it gets all of them at once. It exits 0 whatever it finds, so its own output is read; that is
 * SARIF as well.
 */
export function multitoolComplaints(files: readonly string[]): Complaint[][] {
  const folder = mkdtempSync(join(tmpdir(), 'sarif-'));
  try {
    const inputs = files.map((json, index) => {
      const path = join(folder, `${index}.sarif`);
      writeFileSync(path, json);
      return path;
    });
    const results = runMultitool(inputs, join(folder, 'out.sarif'));
    const complaints: Complaint[][] = files.map(() => []);
    for (const { ruleId, level = 'warning', message, locations } of results) {
      const uri = locations?.[0]?.physicalLocation.artifactLocation.uri ?? 'no file';
      const said = complaints[Number.parseInt(basename(uri), 10)];
      if (said === undefined) throw new Error(`The multitool says ${ruleId} of ${uri}.`);
      const text = message.text ?? [message.id, ...(message.arguments ?? [])].join(' | ');
      said.push({ ruleId, level, message: text });
    }
    return complaints;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runMultitool(inputs: readonly string[], output: string): MultitoolResult[] {
  const options = ['--rule-kind', 'Sarif;Ghas', '--output', output, '--log', 'ForceOverwrite'];
  // One of its rules asks whether the address of the schema answers: nothing but loopback is to be asked.
  const env = { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
  const { error } = spawnSync(multitool, ['validate', ...inputs, ...options], { env, timeout: 50_000 });
  if (error !== undefined) throw error;
  const report: {
    runs: { results: MultitoolResult[]; invocations?: { executionSuccessful: boolean }[] }[];
  } = JSON.parse(readFileSync(output, 'utf8'));
  const run = report.runs[0];
  if (run === undefined || run.invocations?.[0]?.executionSuccessful !== true)
    throw new Error('The multitool did not finish.');
  return run.results;
}

/** The one run of a file. */
export function onlyRun(json: string): SarifRun {
  const log: SarifLog = JSON.parse(json);
  const [run, ...others] = log.runs;
  if (run === undefined || others.length > 0) throw new Error(`${log.runs.length} runs, not one`);
  return run;
}

export interface ModelOptions {
  /** Issues as on the wire. */
  readonly issues: readonly object[];
  /** Other fields of the result, as on the wire. */
  readonly result?: Readonly<Record<string, unknown>>;
  readonly policy?: Partial<Policy>;
  readonly gate?: Partial<GateInput>;
  readonly target?: string | null;
  readonly language?: 'en' | 'pt';
}

const now = Date.UTC(2026, 10, 21, 9, 30);

/** A finished scan of a preview, judged by the real gate. */
export function modelOf(options: ModelOptions): ReportModel {
  const { issues, target = 'https://preview-104.example.com/' } = options;
  const policy = { ...plainPolicy, ...options.policy };
  const result = scanResultSchema.parse({
    issues,
    issuesSummary: {},
    totalChecked: 1482,
    percentage: '100.00',
    ...options.result,
  });
  const assessment = assess({
    result,
    problem: null,
    partial: false,
    baseline: { kind: 'none' },
    preferences: null,
    policy,
    host: target === null ? null : new URL(target).host,
    now,
    ...options.gate,
  });
  const startedAt = Date.UTC(2026, 10, 21, 9, 12, 30);
  return {
    language: options.language ?? 'en',
    assessment,
    target,
    scan: {
      id: '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11',
      origin: 'started',
      startedAt,
      endedAt: startedAt + 754_000,
      percentage: 100,
      checks: 1482,
      preferences: null,
      preferenceDifferences: [],
      baselineDifferences: [],
    },
    host: readHost(result.information),
    policy,
    settings: {
      sources: {},
      file: null,
      reports: plainReports,
    },
    files: { artifact: null, pdfs: [], missing: [] },
    previous: null,
    trend: [],
    disclosure: { mode: 'full', because: 'setting' },
    run: {
      url: 'https://github.com/octo/shop/actions/runs/101/attempts/1',
      workflow: 'Security',
      job: 'scan',
      sha: null,
      durationMs: 791_000,
    },
  };
}

export const sarifOptions: SarifOptions = {
  category: 'Security / scan',
  toolVersion: '1.2.3',
  informationUri: 'https://github.com/octo/scan-gate',
  workflowRef: 'octo/shop/.github/workflows/security.yml@refs/heads/main',
  repository: 'octo/shop',
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

/** The one run of the file of `given`, which is valid to the schema. */
export function runOf(given: ModelOptions, changes: Partial<SarifOptions> = {}) {
  const json = renderSarif(modelOf(given), given.language === 'pt' ? pt : en, {
    ...sarifOptions,
    ...changes,
  });
  const errors = schemaErrors(JSON.parse(json));
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const run = onlyRun(json);
  return { json, run, results: run.results, rules: run.tool.driver.rules };
}

/** The item of `list` at `index`, which is there. */
export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`there is no ${index}`);
  return item;
}
