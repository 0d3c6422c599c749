import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { severities } from '../../src/core/severity.ts';
import { renderSarif } from '../../src/report/files/sarif.ts';
import { hostileTexts } from '../support/hostile/corpus.ts';
import { readPage } from '../support/hostile/page.ts';
import { resultWith, square } from '../support/hostile/result.ts';
import { onlyRun, sarifModelOf, sarifOptions, schemaErrors } from '../unit/report/files/sarif-files.ts';

const options = { ...sarifOptions, actionUrl: null, workflowRef: null };
const gzipLimit = 10_000_000;

/** Every string in `value`, keys included. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...strings(each)]);
}

/** What GitHub requires of every file. */
function faults(json: string): string[] {
  const run = onlyRun(json);
  const log: unknown = JSON.parse(json);
  const found = schemaErrors(log);
  const { rules } = run.tool.driver;
  if (new Set(rules.map(({ id }) => id)).size !== rules.length) found.push('two rules have one id');
  for (const rule of rules) {
    const { shortDescription, fullDescription, help, properties } = rule;
    if (!/^finding\.[0-9a-f]{20}$/.test(rule.id)) found.push(`id ${rule.id}`);
    for (const text of [shortDescription.text, fullDescription.text]) {
      if (text === '' || text.length > 1024) found.push(`${rule.id}: a text of ${text.length}`);
    }
    if (help.text === '' || help.markdown === '') found.push(`${rule.id}: no help`);
    if (properties.tags.length > 10) found.push(`${rule.id}: ${properties.tags.length} tags`);
    if (!(Number(properties['security-severity']) <= 10)) found.push(`${rule.id}: no score`);
  }
  const hashes = run.results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
  if (new Set(hashes).size !== hashes.length) found.push('two results have one hash');
  for (const { ruleId, ruleIndex, message, locations } of run.results) {
    const uris = locations.map(({ physicalLocation }) => physicalLocation.artifactLocation.uri);
    if (uris.join() !== '.github/scan-gate.yml') found.push(`location ${uris}`);
    if (rules[ruleIndex]?.id !== ruleId) found.push(`${ruleId} is not rule ${ruleIndex}`);
    if (!message.text.endsWith('.')) found.push(`no sentence: ${message.text}`);
    if (/\]\(|[@<](?!\u200b)/.test(message.text)) found.push(`markup: ${message.text}`);
  }
  const unseen = strings(log).filter((text) => /[\p{Cs}\u0000-\u0009\u000b-\u001f\u202a-\u202e]/u.test(text));
  return [...found, ...unseen];
}

describe('hostile texts', () => {
  test('make a valid file in every field, in both languages', () => {
    // Each square puts another text into each field; of all, every third is written.
    for (let number = 0; number < hostileTexts.length; number += 6) {
      const result = resultWith(square(number, 2), { rows: 2 });
      const language = number % 12 === 0 ? 'en' : 'pt';
      const model = sarifModelOf({ issues: [], result, language });
      expect(model.judgement.findings.length).toBeGreaterThan(0);
      expect(faults(renderSarif(model, options))).toEqual([]);
    }
  });

  test('make neither elements nor mentions in the help', () => {
    const issues = hostileTexts
      .filter(({ group }) => group !== 'size')
      .map(({ text, name }) => ({
        name: 'x',
        group: name,
        severity: 'high',
        description: text,
        remediation: text,
        references: [text],
      }));
    const { rules } = onlyRun(renderSarif(sarifModelOf({ issues }), options)).tool.driver;
    expect(rules).toHaveLength(issues.length);
    const own = ['p', 'br', 'h2', 'ul', 'li', 'a', 'code', 'span'];
    const found = rules.flatMap(({ help }) => {
      const page = readPage(help.markdown ?? '');
      return [
        ...[...page.mentions, ...page.comments],
        ...page.links.filter((link) => !/^https?:\/\//.test(link)),
        ...[...page.elements.keys()].filter((name) => !own.includes(name)),
      ];
    });
    expect(found).toEqual([]);
  });
});

const signs = Array.from({ length: 400_000 }, (_, index) => {
  const mixed = Math.imul(Math.imul(index + 1, 2_654_435_761) ^ (index >>> 7), 1_103_515_245) >>> 9;
  return String.fromCodePoint(0x4e00 + (mixed % 20_000));
}).join('');

/** Text that gzip cannot shorten much, the same each time. */
function noise(length: number, seed: number): string {
  const start = (seed * 7919) % (signs.length - length);
  return signs.slice(start, start + length);
}

function many(count: number, textLength: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Weakness ${index} ${noise(Math.min(textLength, 180), index)}`,
    severity: severities[index % 5],
    cvss: { score: 5 },
    description: noise(textLength, index + 7),
    remediation: noise(textLength, index + 11),
  }));
}

describe('limits', () => {
  test('of 6,000 findings the 2,000 most severe are kept', () => {
    const { results } = onlyRun(renderSarif(sarifModelOf({ issues: many(6000, 0) }), options));
    const kept = severities.map(
      (name) => results.filter(({ properties }) => properties.severity === name).length,
    );
    expect(kept).toEqual([1200, 800, 0, 0, 0]);
  });

  test('texts that cannot be compressed are shortened, so that GitHub accepts the file', () => {
    const json = renderSarif(sarifModelOf({ issues: many(2000, 4500) }), options);
    expect(gzipSync(json).length).toBeLessThan(gzipLimit);
    const run = onlyRun(json);
    expect(run.results.length).toBe(2000);
    expect(run.tool.driver.rules[0]?.help.text.length).toBeLessThanOrEqual(900);
  });
});
