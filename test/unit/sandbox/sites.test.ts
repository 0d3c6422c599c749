import { describe, expect, test } from '@jest/globals';
import { issuesOf } from '../../../sandbox/scan/scan-result.ts';
import type { Severity } from '../../../sandbox/scan/wire.ts';
import { startHardenedSite } from '../../../sandbox/sites/hardened.ts';
import { startWeakSite, WEAK_AREAS } from '../../../sandbox/sites/weak.ts';
import { found, html, scanNow, serve } from './probe-site.ts';

const ALL_INPUT = { xss: true, sqli: true };

async function severities(
  url: string,
  preferences: Record<string, unknown> = {},
): Promise<Record<string, number>> {
  const issues = issuesOf(await scanNow(url, { preferences }), 'en');
  const count = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length;
  return { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') };
}

describe('the weak site', () => {
  test('has findings of every severity', async () => {
    await using site = await startWeakSite();
    const counts = await severities(site.url);
    expect(counts['critical']).toBeGreaterThanOrEqual(1);
    expect(counts['high']).toBeGreaterThanOrEqual(2);
    expect(counts['medium']).toBeGreaterThanOrEqual(3);
    expect(counts['low']).toBeGreaterThanOrEqual(3);
  });

  test('passes a threshold of high once headers and exposures are mended at the same address', async () => {
    await using site = await startWeakSite({ fixed: ['cookies'] });
    expect((await severities(site.url))['high']).toBeGreaterThan(0);
    site.mend('headers', 'exposures');
    expect(await severities(site.url)).toMatchObject({ critical: 0, high: 0 });
    expect((await severities(site.url))['medium']).toBeGreaterThan(0);
  });

  test('has only warnings left when everything is mended', async () => {
    await using site = await startWeakSite({ fixed: WEAK_AREAS });
    expect(await severities(site.url, ALL_INPUT)).toEqual({ critical: 0, high: 0, medium: 0, low: 0 });
  });
});

describe('the hardened site', () => {
  test('has nothing but the missing encryption, whatever is looked for', async () => {
    await using site = await startHardenedSite();
    const scan = await scanNow(site.url, { preferences: { ...ALL_INPUT, scan_deep: 9 } });
    expect(scan.state).toBe('finished');
    expect(found(scan)).toEqual(['cleartext']);
  });
});

describe('a scan', () => {
  test('is bounded, uses harmless methods and stays on the host', async () => {
    const visits: string[] = [];
    await using neighbour = await serve({
      '*': ({ url }) => {
        visits.push(`neighbour ${url.href}`);
        return html('');
      },
    });
    const links = Array.from(
      { length: 300 },
      (_, page) => `<a href="/p${page}?q${page}=1&next=/">${page}</a>`,
    ).join('');
    await using site = await serve({
      '/moved': { status: 302, headers: { location: `${neighbour.url}/stolen` } },
      '*': ({ method, url }) => {
        visits.push(method);
        return html(
          `${links}<a href="/moved">m</a><a href="${neighbour.url}/other">n</a><a href="${url.pathname}">self</a>`,
        );
      },
    });
    const scan = await scanNow(site.url, { preferences: { ...ALL_INPUT, scan_deep: 1000 } });
    expect(scan.state).toBe('finished');
    expect(visits.length).toBeLessThanOrEqual(64);
    expect([...new Set(visits)].sort()).toEqual(['GET', 'OPTIONS']);
  });

  test('crawls as deep as it is told', async () => {
    const asked = async (scan_deep: number) => {
      const pages = new Set<string>();
      await using site = await serve({
        '*': ({ url }) => {
          if (/^\/p?\d*$/.test(url.pathname)) pages.add(url.pathname);
          return html(Array.from({ length: 30 }, (_, page) => `<a href="/p${page}">${page}</a>`).join(''));
        },
      });
      await scanNow(site.url, { preferences: { scan_deep } });
      return pages.size;
    };
    expect([await asked(0), await asked(1), await asked(2), await asked(50)]).toEqual([1, 4, 8, 16]);
  });

  test('survives huge and broken answers', async () => {
    const huge = `<${'a '.repeat(1000)}`.repeat(2000);
    await using site = await serve({
      '/': html(`<a href="/gzip">g</a>${huge}`),
      '/gzip': { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' }, body: 'not gzip' },
    });
    const before = Date.now();
    expect((await scanNow(site.url)).state).toBe('finished');
    expect(Date.now() - before).toBeLessThan(5000);
  });

  test.each(['localhost', 'shop.localhost', '[::1]', '127.0.0.9', '127.1'])(
    'accepts the loopback host %s',
    async (host) => {
      const scan = await scanNow(`http://${host}:1/`);
      expect(scan.state).toBe('ended-early');
    },
  );

  test.each([
    'https://example.com',
    '10.0.0.1',
    'http://localhost.example.com',
    'http://127.0.0.1@example.com',
    '0.0.0.0',
    'http://[::2]',
    '',
  ])('refuses the target "%s"', async (url) => {
    await expect(scanNow(url)).rejects.toThrow();
  });
});
