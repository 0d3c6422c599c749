// Spans several sources: no text of megabytes overflows a pattern, hides a finding or takes long.
import { expect, test } from '@jest/globals';
import { renderSarif } from '../../src/report/files/sarif.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { type PublishedModel, publishedModelOf } from '../../src/report/published-model.ts';
import { withoutSecrets } from '../../src/report/without-secrets.ts';
import { createRedactor } from '../../src/runner/redactor.ts';
import { findingsOf, ignoring } from '../unit/gate/judgements.ts';
import { type ModelOptions, sarifModelOf, sarifOptions } from '../unit/report/files/sarif-files.ts';
import { sayAbout } from './render-result.ts';

/** Repeated, each is a text that some pattern would rather not meet. */
const pieces = [
  ...['a ', 'a', ' ', '\n', 'é ', '\u0301', '\u200b', '\u001b[', '\u001b]', '\u009b0', '😀', '\ud800'],
  ...['1.2.3.4 ', '1.', 'http://', 'preview-104.example.com:', '://', '//', '-', '<', '`', '|', '@a ', '#1 '],
  ...['&amp;', 'CVE-2021-', 'CVE-', '2021-0001 ', '0', '[](', '"', '\\', '\t ', 'www.', 'deadbeef ', '<p>'],
];
/** For one test. A search whose time grows faster than the text takes minutes. */
const limitMs = 60_000;

const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));

const redactor = createRedactor();
redactor.add('secret-0123');
const policy = { ignore: [ignoring({ name: '*x*y', reason: 'x' })] };

/** The model as it is published. */
function modelOf(options: ModelOptions): PublishedModel {
  return publishedModelOf(withoutSecrets(sarifModelOf({ ...options, policy }), redactor.redact));
}

function expectShort(model: PublishedModel): void {
  const said = sayAbout(model);
  expect(said.comment.length).toBeLessThan(65_000);
  expect(said.reason.length).toBeLessThan(5000);
  expect(said.printed.join('\n').length).toBeLessThan(100_000);
  expect(renderPage(model, 'summary').length).toBeLessThan(1_000_000);
  expect(renderSarif(model, sarifOptions).length).toBeLessThan(1_000_000);
}

function resultWith(text: string) {
  const finding = {
    ...{ group: text, name: text, description: text, remediation: text, cwe: text },
    cve: [text, { id: text }],
    references: [text, `https://a.example/${text}`],
    cvss: { score: text, detail: text },
    raw: { url: text, [text]: text },
  };
  const issues = ['critical', text].map((severity) => ({ ...finding, severity }));
  const information = {
    services: [{ port: 22, state: text, name: text, product: text, version: text }],
    waf: [text],
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

test.each(pieces)(
  'megabytes of %j hide nothing',
  (piece) => {
    const result = resultWith(repeated(piece, 2 ** 16));
    const model = modelOf({ issues: [], result, judging: { preferences: { scan_type: 'full' } } });
    expect(model.judgement).toMatchObject({ verdict: 'fail', blockingCount: 2 });
    expectShort(model);
  },
  limitMs,
);

// From 4 to 8 MiB on, a pattern that keeps a state for each character overflows the 64 MB that the engine has for it.
test.each(['a', ' ', '\u0301', '\u001b[', '1.', '-', '`', '"', '\t ', 'CVE-', '<p>', '/a'])(
  '8 MiB of %j in a name, a description and an address overflow no pattern',
  (piece) => {
    const text = repeated(piece, 8 * 2 ** 20);
    const issues = [{ name: text, description: text, severity: 'critical', raw: { url: text } }];
    const model = modelOf({ issues });
    expect(model.judgement.verdict).toBe('fail');
    expectShort(model);
  },
  limitMs,
);

test.each(['CVE-', '2021-0001 ', '0', '\u2010'])(
  '8 MiB of %j in identifiers overflow no pattern',
  (piece) => {
    const text = repeated(piece, 8 * 2 ** 20);
    expect(findingsOf([{ cve: text, cwe: text }])).toMatchObject([{ cve: [], cwe: [] }]);
  },
);
