/** The SARIF file for GitHub code scanning. */

import { encodedPath } from '../../core/address.ts';
import { shortDigest } from '../../core/ids.ts';
import { plainText } from '../../core/plain-text.ts';
import { joinNonEmpty, type Language, wordsIn } from '../../core/say.ts';
import { type Severity, scoreForSeverity } from '../../core/severity.ts';
import type { JudgedFinding } from '../../gate/judgement.ts';
import type { Finding } from '../../gate/read-findings.ts';
import type { RunContext } from '../../github/context.ts';
import { firstSentenceOf, identifiersOf, placesPhrase } from '../finding-phrases.ts';
import { escapeParagraphs } from '../markdown/escape.ts';
import { addressLink, identifierLink } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import { label } from '../words.ts';

/** Version of the action. A copy of the one in `package.json`, which is not shipped. */
export const actionVersion = '1.0.0';

/**
 * GitHub accepts 25,000 results and 10 MB after gzip, and keeps 5,000 results. With this number and the limits of texts
 * below, a file stays below 10 MB, whatever the texts are. The least severe results beyond are left out.
 */
const maxResults = 2_000;
const maxSentenceLength = 200;
const maxHelpLength = 900;

/** Alerts are shown on the file of the workflow. */
export interface SarifOptions extends Pick<RunContext, 'owner' | 'repo' | 'workflowRef' | 'actionUrl'> {
  /** The comment key. Only a later file of the same category closes alerts. */
  readonly category: string;
}

/**
 * True when the scan finished, everything was understood, and every finding is listed. Otherwise there must be no SARIF
 * file, because the file would close the alerts of findings that it lacks.
 */
export function isFitForSarif({ judgement: { hasAllFindings, verdict } }: ReportModel): boolean {
  return hasAllFindings && verdict !== 'inconclusive';
}

/** GitHub's words for the severity of an alert without a score. */
const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  warning: 'note',
};

/** GitHub knows alerts by the digits of the fingerprint after its version. */
function alertIdOf(fingerprint: string): string {
  return fingerprint.replace(/^.*:/u, '');
}

/** All findings with the same fingerprint. */
interface Alert {
  readonly id: string;
  /** The most severe one, which is shown. */
  readonly judged: JudgedFinding;
  /** Where it is; `''` if it names no place or is of the whole site. */
  readonly place: string;
}

/**
 * One alert for each fingerprint: no order, and no fix at another place, moves a dismissal to another alert. An ignored
 * finding has none, so that an alert of it is closed until the rule ends.
 */
function alertsOf(findings: readonly JudgedFinding[]): readonly Alert[] {
  const alerts = new Map<string, Alert>();
  for (const judged of findings.filter(({ status }) => status !== 'ignored'))
    for (const [index, fingerprint] of judged.fingerprints.entries()) {
      if (alerts.has(fingerprint)) continue;
      const place = fingerprint === judged.weaknessId ? '' : (judged.finding.places[index] ?? '');
      alerts.set(fingerprint, { id: alertIdOf(fingerprint), judged, place });
    }
  return [...alerts.values()];
}

/**
 * The findings as SARIF 2.1.0 for GitHub code scanning, as JSON. Without findings the list of results is empty, which
 * closes the alerts of earlier runs. Only for a model that passes {@link isFitForSarif}.
 */
export function renderSarif(model: ReportModel, options: SarifOptions): string {
  const { judgement } = model;
  const alerts = alertsOf(judgement.findings).slice(0, maxResults);
  const rules = alerts.map(({ id, judged }) => ruleOf(id, judged.finding, model.language));
  const sarifRun = {
    tool: {
      driver: {
        // Never change this name: GitHub keys alerts by name and category. Alerts of the old name would stay open.
        name: 'Scan Gate',
        version: actionVersion,
        informationUri: options.actionUrl ?? undefined,
        rules,
      },
    },
    automationDetails: { id: automationId(options.category) },
    results: resultsOf(alerts, { model, options }),
  };
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [sarifRun],
  };
  return `${JSON.stringify(sarif)}\n`;
}

/** The rule of a finding. GitHub shows its help, sorts by its score, and reads the CWE from its tags. */
function ruleOf(alertId: string, finding: Finding, language: Language) {
  const name = sarifText(finding.name, maxSentenceLength) || label('unnamed', language);
  const identifiers = identifiersOf(finding);
  const titled = (title: string, text: string) => (text === '' ? '' : `## ${title}\n\n${text}`);
  const markdown = [
    escapeParagraphs(finding.description, maxHelpLength),
    titled(label('howToFix', language), escapeParagraphs(finding.remediation, maxHelpLength)),
    titled(
      wordsIn(language)('References', 'Referências'),
      finding.references
        .slice(0, 5)
        .map((reference) => `- ${addressLink(reference)}`)
        .join('\n'),
    ),
    identifiers.map(identifierLink).join(' · '),
  ];
  const tags = identifiers.map((word) =>
    word.startsWith('CWE-') ? `external/cwe/cwe-${word.slice(4).padStart(3, '0')}` : word,
  );
  return {
    id: `finding.${alertId}`,
    shortDescription: { text: name },
    fullDescription: { text: sarifSentence(finding.description, 500) || name },
    help: {
      text: sarifText(finding.remediation, maxHelpLength) || name,
      markdown: joinNonEmpty(markdown, '\n\n') || name,
    },
    defaultConfiguration: { level: levels[finding.severity] },
    // GitHub derives the severity from the score and treats 0.0 as none. The score of the severity keeps both alike.
    properties: {
      tags: ['security', ...tags],
      'security-severity': scoreForSeverity[finding.severity].toFixed(1),
      precision: 'high',
    },
  };
}

function resultsOf(
  alerts: readonly Alert[],
  { model, options }: { model: ReportModel; options: SarifOptions },
) {
  const locations = [alertLocation(options)];
  const t = wordsIn(model.language);
  const site = [
    t('Found on the running site', 'Encontrado no site em execução'),
    sarifText(model.target ?? '', 300),
  ];
  const foundOn = `${joinNonEmpty(site, ' ')}, ${t('not in this file', 'não neste arquivo')}.`;
  return alerts.map(({ id, judged, place }, index) => {
    const { finding, status } = judged;
    const sentence = sarifSentence(firstSentenceOf(finding.description), maxSentenceLength);
    const where = sarifText(place || placesPhrase(finding.places, model.language), maxSentenceLength);
    const message = [
      sentence || sarifSentence(finding.name, maxSentenceLength) || `${label('unnamed', model.language)}.`,
      where === '' ? '' : `${label('where', model.language)}: ${where}.`,
      // The alert is not about the file that it is shown on.
      foundOn,
    ];
    return {
      ruleId: `finding.${id}`,
      ruleIndex: index,
      level: levels[finding.severity],
      message: { text: joinNonEmpty(message, ' ') },
      locations,
      // GitHub reads only this fingerprint, and numbers equal ones from 1.
      partialFingerprints: { primaryLocationLineHash: `${id}:1` },
      properties: { severity: finding.severity, status },
    };
  });
}

/**
 * The place where alerts are shown: the first line of the workflow file, because GitHub requires a file and a line, and
 * rejects the whole SARIF file for an address. A workflow of another repository has no file in this one.
 */
function alertLocation({ workflowRef, owner, repo }: SarifOptions) {
  // Such as `octo/shop/.github/workflows/ci.yml@refs/heads/main`.
  const repository = RegExp.escape(`${owner}/${repo}/`);
  const ownFile = new RegExp(`^${repository}(\\.github/workflows/[^/\\\\]{1,200}\\.ya?ml)@`, 'iu');
  const path = ownFile.exec(workflowRef ?? '')?.[1] ?? '.github/scan-gate.yml';
  return {
    physicalLocation: {
      artifactLocation: { uri: encodedPath(path) },
      region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
    },
  };
}

/** GitHub takes the text before the last slash as the category. A key that is too long is cut and gets a digest. */
function automationId(category: string): string {
  const id = plainText(category, 200).replace(/\/+$/u, '');
  return id === category ? `${id}/` : `${id}-${shortDigest(category, 8)}/`;
}

/**
 * `text` on one line of plain text, for the parts of a SARIF file that are not Markdown. Some viewers render them as
 * Markdown anyway (GitHub's comments on a pull request), and SARIF itself has links of the form `[text](target)`. A
 * zero-width space keeps links, tags, mentions and references from forming. Nothing else changes.
 *
 * @param maxLength in code points, before the zero-width spaces
 */
function sarifText(text: string, maxLength: number): string {
  return plainText(text, maxLength).replace(/[@<]|#(?=\d)|\](?=[([:])/gu, '$&\u200b');
}

/** Like {@link sarifText}, but as a sentence; `''` for an empty text. */
function sarifSentence(text: string, maxLength: number): string {
  const sentence = sarifText(text, maxLength);
  return sentence === '' || /[.!?…。]$/u.test(sentence) ? sentence : `${sentence}.`;
}
