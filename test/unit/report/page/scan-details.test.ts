import { describe, expect, test } from '@jest/globals';
import type { HostFacts, ReportedScan } from '../../../../src/report/model.ts';
import type { PublishedModel } from '../../../../src/report/published-model.ts';
import { blobOf } from '../../../support/github/state.ts';
import { ignoreLow, judgedModel, plainModel, settingsWith, withoutScan } from '../models.ts';
import { comment, foldText, summary } from '../rendered-reports.ts';

/** The Markdown of the fold, up to the end of the page. */
function factsOf(model: PublishedModel): string {
  return comment(model).split(/<summary>(?:Scan, host and policy|Detalhes do scan)<\/summary>/u)[1] ?? '';
}

describe('the scan', () => {
  const model = plainModel();
  const factsWith = (changes: Partial<ReportedScan>) =>
    factsOf({ ...model, scan: { ...model.scan, ...changes } });

  test('is named with its times, and its checks', () => {
    const text = factsOf(model);
    for (const fact of [
      'Scan id: `6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11`',
      'Started: 2026-11-21 09:12 UTC',
      'Ended: 2026-11-21 09:25 UTC',
      'Checks made: 1,482',
    ])
      expect(text).toContain(`\n- ${fact}\n`);
    expect(text).not.toContain('Status of the target');
  });

  test('has no line for what is not known', () => {
    expect(factsWith({ endedAt: null })).not.toContain('Ended');
    expect(comment(withoutScan({ kind: 'too-few-checks', checks: 0, minimum: 1 }))).not.toContain(
      'Scan, host and policy',
    );
  });

  test('says with which status the target was accepted', () => {
    expect(factsOf({ ...model, acceptedStatus: 404 })).toContain(
      '\n- Status of the target: 404, accepted by `allowed-statuses`\n',
    );
  });

  test('has its preferences on one line, with their options one by one', () => {
    const text = factsWith({ preferences: { crawler_options: { open_redirect: true }, xss: true } });
    expect(text).toContain('\n- Preferences: `crawler_options.open_redirect: true`, `xss: true`\n');
  });
});

describe('the host', () => {
  const model = plainModel();
  const withHost = (host: Partial<HostFacts>, language: 'en' | 'pt' = 'en') => {
    const sample = model.host ?? { services: [], certificates: [], waf: [] };
    return factsOf({ ...model, language, host: { ...sample, ...host } });
  };

  test('is shown with services, certificates and firewalls', () => {
    const text = withHost({ waf: ['Cloudflare'] }).replaceAll('&#8203;', '');
    expect(text).toContain('**Services**\n\n- 22, closed, ssh\n- 80, open, http, nginx 1.18.0\n');
    expect(text).toContain('**Firewall (WAF)**\n\n- Cloudflare\n');
    expect(withHost({ services: [], certificates: [] })).not.toMatch(/Services|Certificates|WAF/u);
  });

  test('has at most twenty entries in a list', () => {
    const waf = Array.from({ length: 1000 }, (_, index) => `firewall ${index}`);
    expect(withHost({ waf })).toContain('and 980 more');
  });

  test.each([
    [null, '?', '?'],
    [31, 'ends in 31 days', 'vence em 31 dias'],
    [30, '⚠️ **ends in 30 days**', '⚠️ **vence em 30 dias**'],
    [1, '⚠️ **ends in 1 day**', '⚠️ **vence em 1 dia**'],
    [-1, '⚠️ **expired**', '⚠️ **vencido**'],
  ])('marks a certificate with %p days left if it ends soon', (daysLeft, english, portuguese) => {
    const certificates = [{ commonName: 'shop', daysLeft }];
    expect(withHost({ certificates })).toContain(`- shop, ${english}\n`);
    expect(withHost({ certificates }, 'pt')).toContain(`- shop, ${portuguese}\n`);
  });
});

test('long texts of the host leave scan and policy on the page', () => {
  const waf = Array.from({ length: 20 }, () => '$'.repeat(80));
  const services = waf.map((name) => ({ port: 1, state: name, name, product: name, version: name }));
  const text = comment({ ...plainModel(), host: { services, certificates: [], waf } });
  expect(text).toContain('Checks made');
  expect(text).toContain('Policy file: ');
});

describe('the policy', () => {
  const policy = `fail-on: medium\nreport-logo: https://example.com/logo.png?key=s3cret\n${ignoreLow}`;

  test('is shown as far as it was set, with the source of each value', () => {
    const inputs = { 'fail-on': 'low', 'min-checks': '100' };
    const model = judgedModel({ policy, inputs, findings: [] });
    const items = [
      '- `fail-on`: `low` (input)',
      '- `min-checks`: `100` (input)',
      '- `report-logo`: `https://example.com/logo.png` (policy file)',
      '- `ignore`: 1 (policy file)',
    ];
    for (const text of [comment(model), summary(model)]) {
      for (const item of items) expect(text).toContain(item);
      expect(text).not.toMatch(/`on-fail`|`baseline`/u);
      const file = `Policy file: .github/scan-gate.yml (blob ${blobOf(policy).slice(0, 7)})`;
      expect(foldText(text, 'Scan, host and policy')).toContain(file);
      expect(text).toContain('](https://github.com/example/shop/blob/HEAD/.github/scan-gate.yml)');
    }
  });

  test('is said to be no file, and has no list, if all is default', () => {
    expect(factsOf(judgedModel({ findings: [] }))).toMatch(/Policy file: none\n\n<\/details>/u);
  });

  test('of another repository is shown with its commit, without a link', () => {
    const name = 'acme/policies/web.yml@main';
    const policyFile = {
      name,
      repository: 'acme/policies',
      path: 'web.yml',
      commit: 'abcdef0123456',
      blob: 'b',
    };
    const text = factsOf(
      plainModel([], { ownPolicyFile: null, settings: { ...settingsWith({}), policyFile } }),
    );
    expect(text).toContain(`Policy file: \`${name}\` (commit \`abcdef0\`)`);
  });
});
