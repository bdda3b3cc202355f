// W-1: all packages have exact versions and run on Node 18.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')) as T;
type Manifest = {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  overrides: Record<string, string>;
  engines: { node: string };
};
type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  engines?: { node?: string };
  optional?: boolean;
  hasInstallScript?: boolean;
};
const manifest = read<Manifest>('package.json');
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
const wanted = { ...manifest.dependencies, ...manifest.devDependencies };

test('W-1 the dependencies are the expected ones, with exact versions', () => {
  expect(Object.keys(wanted).sort()).toEqual([
    '@fontsource/alegreya',
    '@fontsource/alegreya-sans',
    '@fontsource/grenze-gotisch',
    '@preact/signals',
    '@types/three',
    'axe-core',
    'playwright-core',
    'preact',
    'three',
    'typescript',
    'vite',
    'vitest',
  ]);
  for (const [name, version] of Object.entries(wanted)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  }
  expect([wanted['playwright-core'], wanted['vite']?.[0], wanted['vitest']?.[0]]).toEqual([
    '1.61.0',
    '6',
    '3',
  ]);
  expect([manifest.overrides['rollup'], packages['node_modules/rollup']?.version]).toEqual([
    '4.65.0',
    '4.65.0',
  ]);
});

test('W-1 the lockfile has no download addresses', () => {
  const installed = Object.entries(packages).filter(([path]) => path);
  expect(installed.length).toBeGreaterThan(40);
  expect(
    installed.filter(([, one]) => one.resolved !== undefined || !one.integrity).map(([path]) => path),
  ).toEqual([]);
  expect(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')).not.toContain(
    '://registry',
  );
});

/** Whether a version range allows Node 18.20; handles only the forms that these packages use. */
function admits18(range: string): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .replace(/([<>=^~])\s+/g, '$1')
      .split(/\s+/)
      .every((word) => {
        const [, sign = '', major = '0', minor = '0'] = /^([<>=^~]*)v?(\d+)(?:\.(\d+|x))?/.exec(word) ?? [];
        const [want, here] = [Number(major) * 100 + (Number(minor) || 0), 1820];
        if (sign === '^' || sign === '~') return Math.floor(want / 100) === 18 && here >= want;
        if (sign.startsWith('<')) return here < want;
        return sign === '' ? Number(major) === 18 : here >= want;
      }),
  );
}

// npm skips optional packages that do not fit.
test('W-1 every required package runs on Node 18', () => {
  expect([
    admits18('>=18'),
    admits18('^18.0.0 || ^20.0.0 || >=22.0.0'),
    admits18('^20.19.0 || >=22.12.0'),
    admits18('>= 8 < 16'),
  ]).toEqual([true, true, false, false]);
  const refuse = Object.entries(packages).filter(
    ([, one]) =>
      !one.optional && one.engines?.node && one.engines.node !== '*' && !admits18(one.engines.node),
  );
  expect(refuse.map(([path, one]) => `${path}: ${one.engines?.node}`)).toEqual([]);
  expect(admits18(manifest.engines.node)).toBe(true);
});
