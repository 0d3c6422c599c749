import { describe, expect, test } from '@jest/globals';
import { actionVersion } from '../../src/report/files/sarif.ts';
import { filesBelow, readText } from './repository.ts';

interface Use {
  readonly path: string;
  readonly action: string;
  /** What stands after the `@`, with the version in the comment behind it. */
  readonly reference: string;
}

const folders = ['.github', 'examples', 'docs'];

/** Every action and reusable workflow that is used in YAML, on pages too. */
async function uses(): Promise<Use[]> {
  const found = folders.flatMap((folder) => ['.yml', '.md'].map((ending) => filesBelow(folder, ending)));
  const paths = ['README.md', ...(await Promise.all(found)).flat()];
  const each = paths.map(async (path) =>
    [...(await readText(path)).matchAll(/\buses: ([\w.-]+\/[\w./-]+)@([^\s`]+(?: # [^\s`]+)?)/g)].map(
      ([, action = '', reference = '']) => ({ path, action, reference }),
    ),
  );
  return (await Promise.all(each)).flat();
}

describe('versions', () => {
  test('the source, the lock file and what is shown of this action have that of package.json', async () => {
    const own = (await uses()).filter(({ action }) => /^[\w-]+\/scan-gate(?:\/|$)/.test(action));
    expect(own.length).toBeGreaterThan(0);
    const shown = own.map(({ reference }) => reference.replace(/^COMMIT # /, ''));
    expect(shown.filter((reference) => reference !== `v${actionVersion}`)).toEqual([]);
    const [named, locked] = await Promise.all(['package.json', 'package-lock.json'].map(readText));
    for (const text of [named, locked]) expect(JSON.parse(text ?? '').version).toBe(actionVersion);
  });

  test('Node.js is the same for everybody', async () => {
    const { optionalDependencies } = JSON.parse(await readText('package.json'));
    const given = [...Object.values(optionalDependencies), (await readText('.node-version')).trim()];
    expect([...new Set(given)]).toHaveLength(1);
  });

  test('other actions are pinned by commit, each to one everywhere: Dependabot does not look into pages', async () => {
    const others = (await uses()).filter(({ action }) => !/^[\w-]+\/scan-gate(?:\/|$)/.test(action));
    expect(others.filter(({ reference }) => !/^[0-9a-f]{40} # v\d+\.\d+\.\d+/.test(reference))).toEqual([]);
    // GitHub Enterprise Server takes an old version of one of them.
    const current = others.filter(({ path }) => path !== 'docs/enterprise.md');
    const pins = Map.groupBy(current, ({ action }) => action.split('/').slice(0, 2).join('/'));
    const several = [...pins].filter(([, all]) => new Set(all.map(({ reference }) => reference)).size > 1);
    expect(several.map(([action]) => action)).toEqual([]);
  });
});
