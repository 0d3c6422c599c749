/** What a history is judged by. It shares no code with `src`: each policy says by hand what it means. */
import type { Weakness } from './service.ts';

export interface KnownPolicy {
  /** The file on the default branch; null: there is none. */
  readonly text: string | null;
  /** False: no run may pass or be green under it. */
  readonly isValid: boolean;
  /** The least severe that blocks. */
  readonly failOn: Severity;
  /** True: a weakness whose only place is below `/docs` is ignored. */
  readonly ignoresDocs: boolean;
  readonly onFail: 'fail' | 'warn';
  readonly onInconclusive: 'fail' | 'warn';
}

const severities = ['critical', 'high', 'medium', 'low', 'warning'] as const;
type Severity = (typeof severities)[number];

const plain: KnownPolicy = {
  text: null,
  isValid: true,
  failOn: 'high',
  ignoresDocs: false,
  onFail: 'fail',
  onInconclusive: 'fail',
};

const ignoreDocs = 'ignore:\n  - name: "Weakness *"\n    where: /docs/*\n    reason: Public pages only\n';

export const policies: readonly [KnownPolicy, ...KnownPolicy[]] = [
  plain,
  { ...plain, text: 'fail-on: low\n', failOn: 'low' },
  { ...plain, text: 'fail-on: critical\nfail-fast: true\n', failOn: 'critical' },
  { ...plain, text: 'on-fail: warn\n', onFail: 'warn' },
  { ...plain, text: 'on-inconclusive: warn\n', onInconclusive: 'warn' },
  { ...plain, text: `${ignoreDocs}fail-on: medium\n`, failOn: 'medium', ignoresDocs: true },
  { ...plain, text: `${ignoreDocs}fail-on: warning\n`, failOn: 'warning', ignoresDocs: true },
  // Each would switch the gate off if it were read as it is written.
  { ...plain, text: '%YAML 1.1\n---\nfail-on: never\n', isValid: false },
  { ...plain, text: 'fail-on: critical\n__proto__:\n  fail-on: low\n', isValid: false },
  { ...plain, text: 'fail-on: nothing\n', isValid: false },
];

/** Evidence of a weakness, and whether its only place is below `/docs` for sure. `URL` stands for the site. */
export const evidence: readonly { readonly raw: Weakness['raw']; readonly isInDocs: boolean }[] = [
  { raw: { url: 'URL/docs/index.html' }, isInDocs: true },
  { raw: { path: '/docs/a?b', request: 'GET /docs/b HTTP/1.1' }, isInDocs: true },
  { raw: { url: 'URL/admin/' }, isInDocs: false },
  { raw: { path: '/docs/a,/admin/' }, isInDocs: false },
  { raw: {}, isInDocs: false },
  { raw: { url: 'URL/docs/a', request: 'GET /admin/ HTTP/1.1' }, isInDocs: false },
  { raw: { url: 'URL/docs/a', found: ['(/admin/)'] }, isInDocs: false },
  { raw: { url: 'URL/docs/a', found: 'at\u00a0/admin/' }, isInDocs: false },
  { raw: { url: 'URL/docs/a', more: { at: 'see url=/admin/' } }, isInDocs: false },
];

/** Whether the policy lets the check fail for it. */
export function blocks({ severity, raw }: Weakness, policy: KnownPolicy): boolean {
  const rank = severities.map(String).indexOf(severity.toLowerCase());
  if (rank > severities.indexOf(policy.failOn)) return false;
  const isInDocs = evidence.some((known) => known.isInDocs && sameRaw(known.raw, raw));
  return !(policy.ignoresDocs && isInDocs);
}

function sameRaw(known: Weakness['raw'], raw: Weakness['raw']): boolean {
  return JSON.stringify(known) === JSON.stringify(raw);
}
