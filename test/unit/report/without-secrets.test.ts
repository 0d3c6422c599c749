import { describe, expect, test } from '@jest/globals';
import { type ReportModel, readHost } from '../../../src/report/model.ts';
import { withoutSecrets, withoutSecretsInFacts } from '../../../src/report/without-secrets.ts';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { parseBaseline } from '../../../src/settings/baseline-setting.ts';
import { combineSettings } from '../../../src/settings/settings.ts';
import { asResult } from '../gate/arbitraries.ts';
import { ignoring, type Judging, judged, now } from '../gate/judgements.ts';
import { plainModel } from './models.ts';

/** Each is a word that the action itself uses. */
const ownWords = ['inconclusive', 'blocking', 'critical', 'artifacts', 'scan-0123456789', 'blockquote'];
const secret = 'hunter2022';

function redactorOf(...secrets: readonly string[]) {
  const redactor = createRedactor();
  for (const one of secrets) redactor.add(one);
  return redactor.redact;
}

const baseline = parseBaseline(`https://base.example/${secret}`);

/** A model with `secret` in each text from outside. */
function modelOf(judging: Judging = {}): ReportModel {
  const { policy, ...settings } = combineSettings({ baseline: baseline ?? undefined }, null, 'en');
  const rule = ignoring({ name: `* ${secret}`, reason: `see ${secret}`, owner: secret, where: `/${secret}` });
  const finding = {
    name: `Leak of ${secret}`,
    group: secret,
    severity: 'critical',
    cve: [secret],
    description: '<p>hunt<b></b>er2022 &amp; more</p>',
    remediation: 'Change hunter&#50;022.',
    references: [`https://a.example/${secret}`],
    raw: { url: `/${secret}` },
  };
  const information = {
    services: [{ port: 443, name: secret, product: secret, version: secret }],
    certificate: [{ commonName: secret }],
    waf: [secret],
  };
  const result = { issues: [finding], issuesSummary: { critical: 1 }, information };
  return plainModel([], {
    judgement: judged(result, { ignore: [rule] }, judging),
    host: readHost(asResult(result).information, now),
    target: `https://${secret}.example`,
    scan: { ...plainModel().scan, id: 'scan-0123456789', preferences: { scan_type: secret } },
    settings: { ...settings, policy: { ...policy, ignore: [rule] } },
  });
}

/** The names of all fields in `value`, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(namesIn)];
}

describe('withoutSecrets', () => {
  test.each<[what: string, judging: Judging]>([
    ['a finished scan', {}],
    ['a scan with a problem', { problem: { kind: 'internal', detail: `Error: ${secret}` } }],
  ])('removes a secret from every text from outside: %s', (_what, judging) => {
    const model = withoutSecrets(modelOf(judging), redactorOf(secret));
    // The address of the baseline for the service is in no report.
    const { policy } = model.settings;
    const shown = { ...model, settings: { ...model.settings, policy: { ...policy, baseline: null } } };
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(model.host).toMatchObject({ waf: ['***'] });
    expect(policy.baseline).toMatchObject({ address: { shownAddress: 'https://base.example/***' } });
  });

  test('finds secrets in descriptions without their HTML, and changes nothing that was decided', () => {
    const { judgement } = withoutSecrets(modelOf(), redactorOf(secret));
    expect(judgement.findings[0]?.finding).toMatchObject({
      name: 'Leak of ***',
      description: '\n*** & more\n',
      remediation: 'Change ***.',
      references: ['https://a.example/***'],
      severity: 'critical',
    });
    const { verdict, counts, findings } = modelOf().judgement;
    const decided = findings.map(({ fingerprints, status }) => ({ fingerprints, status }));
    expect(judgement).toMatchObject({ verdict, counts, findings: decided });
  });

  test('leaves the names of our own fields, even if one of them is a secret', () => {
    const model = modelOf();
    const names = namesIn(model);
    expect(names).toEqual(expect.arrayContaining(['services', 'description', 'reason']));
    expect(namesIn(withoutSecrets(model, redactorOf(...names))).sort()).toEqual(names.sort());
  });

  test('leaves our own words, ids, fingerprints and addresses of GitHub', () => {
    const model = modelOf({ problem: { kind: 'no-end-date', graceMs: 1 } });
    const [judgedFinding] = model.judgement.findings;
    const words = [...ownWords, judgedFinding?.weaknessId ?? '', 'problem', 'no-end-date', 'actions/runs'];
    expect(withoutSecrets(model, redactorOf(...words))).toEqual(
      withoutSecrets(model, redactorOf('none-of-it')),
    );
  });
});

test('withoutSecretsInFacts redacts what is from outside at any depth, and leaves kinds, codes and our own words', () => {
  const fault = { kind: 'status', status: 400, detail: 'no inconclusive please', retryAfterMs: null };
  const problem = { kind: 'inconclusive', operation: 'inconclusive', expected: 'inconclusive', fault };
  expect(withoutSecretsInFacts(problem, redactorOf('inconclusive'))).toEqual({
    ...problem,
    fault: { ...fault, detail: 'no *** please' },
  });
});
