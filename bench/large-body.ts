/** Bodies of finished scans with many findings, as the service answers with `issue_types=true`. */
import { open } from 'node:fs/promises';
import { severities } from '../src/core/severity.ts';

export const largeScanId = '7f3a1c9e-2d4b-4e8f-9a6c-5b0d1e2f3a4b';
const types = ['headers', 'smtp_spoofing', 'tls', 'cookies', 'injection', 'disclosure', 'cms', 'services'];
const group = 'Protection Mechanism Failure';
const perType = 100;

/** A scanner uses the same texts wherever it finds the same; only the raw data differ. */
const kinds = 200;

/** About 1.5 KB of JSON: the texts of a scanner, and the request and response as evidence. */
function issue(number: number): object {
  const kind = number % kinds;
  const severity = severities[number % 20 === 0 ? number % 2 : 2 + (number % 3)] ?? 'low';
  const path = `/shop/department-${number % 97}/article-${number}`;
  return {
    group,
    name: `Content-Security-Policy without directive ${kind}, so that scripts of others run`,
    severity,
    cve: kind % 10 === 0 ? [`CVE-2024-${10_000 + kind}`] : [],
    cwe: [693, 1021],
    cvss: { score: (number % 90) / 10, detail: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N' },
    description: `The page is served with a Content-Security-Policy that lacks directive ${kind}. `.concat(
      'A browser then runs any script that gets into the page, whoever put it there, and shows the page in any frame. ',
      'An attacker who finds one place where text of a visitor is not escaped can act in the name of every other visitor.\n',
      'The check requested the page three times and found the same headers in each answer, so that no cache is at fault.',
    ),
    remediation:
      "Send a Content-Security-Policy with every page. Begin with `Content-Security-Policy-Report-Only`, collect the reports for a week, and move inline scripts to files of their own. Then allow only what the site needs: `default-src 'self'; object-src 'none'; frame-ancestors 'none'`.",
    references: 'https://developer.mozilla.org/docs/Web/HTTP/Guides/CSP',
    raw: {
      request: { method: 'GET', url: `https://shop.example${path}`, headers: { accept: '*/*' } },
      response: {
        status: 200,
        headers: {
          server: 'nginx',
          date: 'Fri, 20 Nov 2026 10:00:00 GMT',
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'private, max-age=0',
          'x-frame-options': 'SAMEORIGIN',
          vary: 'accept-encoding',
        },
      },
      checked_at: 1_764_000_000 + number,
      attempts: [1, 2, 3],
    },
  };
}

/** The answer up to the findings. */
function head(count: number): string {
  const whole = {
    identificator: largeScanId,
    percentage: '100.00',
    startDate: '2026-11-20T10:00:00.000Z',
    endDate: '2026-11-20T11:00:00.000Z',
    totalChecked: 4000,
    issuesSummaryTotal: count,
    issuesSummary: countSeverities(count),
    issuesCategoriesSummary: { [group]: count },
    preferences: { scan_type: 'full' },
    information: { services: [], ips: ['192.0.2.1'], total_checked: 4000 },
  };
  return `${JSON.stringify(whole).slice(0, -1)},"issues":{`;
}

function countSeverities(count: number): Record<string, number> {
  const counts = Object.fromEntries(severities.map((severity) => [severity, 0]));
  for (let number = 0; number < count; number += 1) {
    const severity = severities[number % 20 === 0 ? number % 2 : 2 + (number % 3)] ?? 'low';
    counts[severity] = (counts[severity] ?? 0) + 1;
  }
  return counts;
}

/** Writes a body with `count` findings to `path`. @returns its size in bytes */
export async function writeLargeBody(path: string, count: number): Promise<number> {
  await using file = await open(path, 'w');
  await file.write(head(count));
  const size = Math.max(1, Math.min(perType * 100, Math.ceil(count / types.length)));
  for (let from = 0; from < count; from += size) {
    const numbers = Array.from({ length: Math.min(size, count - from) }, (_, index) => from + index);
    const type = `${types[(from / size) % types.length]}_${Math.floor(from / size)}`;
    const list = numbers.map((number) => JSON.stringify(issue(number))).join(',');
    await file.write(`${from === 0 ? '' : ','}"${type}":{"issues":[${list}]}`);
  }
  await file.write('}}');
  // Else the disk still writes it while the run is measured.
  await file.sync();
  return (await file.stat()).size;
}
