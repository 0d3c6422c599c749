import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { readText, root } from './repository.ts';

describe('README.md', () => {
  test('its tables match action.yml', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/update-readme.ts', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('its test command is what .ci/run runs', async () => {
    const [readme, ci] = await Promise.all([readText('README.md'), readText('.ci/run')]);
    const command = ci.trim().split('\n').at(-1) ?? '';
    expect(command).toBe('npm ci && npm test');
    expect(readme).toContain(`\n${command}\n`);
  });

  test('every link to a file of the repository leads somewhere', async () => {
    const readme = await readText('README.md');
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(0);
    const texts = await Promise.all(links.map((link) => readText(link)));
    expect(texts.map((text) => text.length > 0)).toEqual(links.map(() => true));
  });
});
