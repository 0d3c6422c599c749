// Spans several sources: no text of megabytes overflows a pattern, hides a finding or takes long.
import { expect, test } from '@jest/globals';
import { readIdentifiers } from '../../src/gate/identifiers.ts';
import { renderSarif } from '../../src/report/files/sarif/sarif.ts';
import { en } from '../../src/report/language/texts.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { createRedactor } from '../../src/runner/redactor.ts';
import { removeSecretsFrom } from '../../src/service/remove-secrets.ts';
import { ignoring } from '../unit/gate/assessments.ts';
import { sarifModelOf, sarifOptions } from '../unit/report/files/sarif/sarif-files.ts';
import { sayAbout } from './render-result.ts';

/** Repeated, each is a text that some pattern would rather not meet. */
const pieces = [
  ...['a ', 'a', ' ', '\n', 'é ', '\u0301', '\u200b', '\u001b[', '\u001b]', '\u009b0', '😀', '\ud800'],
  ...['1.2.3.4 ', '1.', 'http://', 'preview-104.example.com:', '://', '//', '-', '<', '`', '|', '@a ', '#1 '],
  ...['&amp;', 'CVE-2021-', 'CVE-', '2021-0001 ', '0', '[](', '"', '\\', '\t ', 'www.', 'deadbeef '],
];
/** For one test. A search whose time grows faster than the text takes minutes. */
const limitMs = 60_000;

function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

function resultWith(text: string) {
  const finding = {
    group: text,
    name: text,
    description: text,
    remediation: text,
    cwe: text,
    cve: [text, { id: text }],
    references: [text, `https://a.example/${text}`],
    cvss: { score: text, detail: text },
  };
  const issues = [
    { ...finding, severity: 'critical' },
    { ...finding, severity: text },
  ];
  const information = {
    services: [{ port: 22, state: text, name: text, product: text, version: text }],
    waf: [text],
    components: { [text]: null },
    cdn: text,
    isp: text,
    os: { [text]: text },
    emails: [text],
    ips: [text],
    certificate: [{ commonName: text, subject: text }],
  };
  return {
    issues: { [text]: { issues } },
    issuesSummary: { critical: 1 },
    identificator: text,
    information,
    preferences: { [text]: text, scan_type: text },
  };
}

const remover = createRedactor();
remover.add('secret-0123');
const ignored = ignoring({ name: '*x*y', reason: 'x' });

test.each(pieces)(
  'megabytes of %j hide nothing',
  async (piece) => {
    const result = resultWith(repeated(piece, 2 ** 16));
    removeSecretsFrom(result, remover);
    const host = { allowedPorts: [443], certificateMinDays: 30, requireWaf: true, severity: 'high' } as const;
    const gate = { preferences: { scan_type: 'full' } };
    const model = sarifModelOf({
      issues: [],
      result,
      gate,
      policy: { failOnCvss: 7, ignore: [ignored], hostRules: host },
    });
    expect(model.assessment.verdict.outcome).toBe('fail');
    expect(model.assessment.blockingCount).toBe(2);
    const [said] = await sayAbout([model]);
    expect(said?.comment.length).toBeLessThan(65_000);
    expect(renderPage(model, en, 'summary').length).toBeLessThan(1_000_000);
    expect(said?.reason.length).toBeLessThan(5000);
    expect(said?.printed.join('\n').length).toBeLessThan(100_000);
    expect(renderSarif(model, en, sarifOptions).length).toBeLessThan(1_000_000);
  },
  limitMs,
);

// From 4 to 8 MiB on, a pattern that keeps a state for each character overflows the 64 MB that the engine has for it.
test.each(['a', ' ', '\u0301', '\u001b[', '1.', '-', '`', '"', '\t ', 'CVE-'])(
  '8 MiB of %j in a name overflow no pattern',
  async (piece) => {
    const text = repeated(piece, 8 * 2 ** 20);
    const issues = [{ name: text, description: text, severity: 'critical' }];
    removeSecretsFrom({ text }, remover);
    const model = sarifModelOf({ issues, policy: { ignore: [ignored] } });
    expect(model.assessment.verdict.outcome).toBe('fail');
    const [said] = await sayAbout([model]);
    expect(said?.comment.length).toBeLessThan(65_000);
    expect(renderPage(model, en, 'summary').length).toBeLessThan(1_000_000);
    expect(renderSarif(model, en, sarifOptions).length).toBeLessThan(1_000_000);
  },
  limitMs,
);

test.each(['CVE-', '2021-0001 ', '0', '\u2010'])(
  '8 MiB of %j in identifiers overflow no pattern',
  (piece) => {
    const text = repeated(piece, 8 * 2 ** 20);
    expect(readIdentifiers(text, text)).toMatchObject({ cve: [], cwe: [] });
  },
);
