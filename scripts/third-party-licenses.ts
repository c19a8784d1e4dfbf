/** Lists the packages whose code is in a bundle, with their licences; the builds of the apps and the console use it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Options } from 'tsup';

/** The file that stands beside a bundle. */
export const licensesFile = 'THIRD-PARTY-LICENSES.txt';

/** The licences, as SPDX identifiers, that ask for no more than their text and the notices of the authors. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** The ends of paths of our files that contain the work of a package, which the bundler does not see. */
const derived = {
  '/packages/core/src/models/pricing/catalogue.json': '@pydantic/genai-prices',
  '/apps/console/src/styles.css': 'tailwindcss',
};

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * A plugin of esbuild that writes the file into `folder`, relative to the working directory of the build. Builds that
 * share the plugin share the file.
 */
export function writeLicenses(folder = 'dist'): EsbuildPlugin {
  const paths = new Set<string>();
  return {
    name: 'third-party-licenses',
    setup(build) {
      const { absWorkingDir = process.cwd() } = build.initialOptions;
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        if (metafile === undefined) return;
        for (const [path, { bytesInOutput }] of Object.values(metafile.outputs).flatMap((output) =>
          Object.entries(output.inputs),
        )) {
          if (bytesInOutput > 0) paths.add(resolve(absWorkingDir, path));
        }
        const target = resolve(absWorkingDir, folder);
        mkdirSync(target, { recursive: true });
        writeFileSync(join(target, licensesFile), describeLicenses([...paths]));
      });
    },
  };
}

interface Emitter {
  emitFile(file: { type: 'asset'; fileName: string; source: string }): string;
}
type Bundle = Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>;

/** A plugin of Vite that emits the file with the other files of the build. */
export function emitLicenses() {
  return {
    name: 'third-party-licenses',
    generateBundle(this: Emitter, _options: unknown, bundle: Bundle) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      const paths = modules.map((id) => id.replace(/\?.*$/, ''));
      this.emitFile({ type: 'asset', fileName: licensesFile, source: describeLicenses(paths) });
    },
  };
}

/**
 * The text of the file.
 * @param paths absolute paths of the bundled modules; those of no package are left out
 * @throws {Error} that names every package without a licence text, or with a licence that is not allowed
 */
export function describeLicenses(paths: readonly string[]): string {
  const folders = new Set(paths.map((path) => findPackage(path.replaceAll('\\', '/'))));
  const packages = [...folders].flatMap((folder) => (folder === undefined ? [] : [read(folder)]));
  const faults = packages.flatMap(findFaults);
  if (faults.length > 0) throw new Error(`The bundle cannot be published. ${faults.join(' ')}`);
  const sections = new Map(packages.map((each) => [`${each.name} ${each.version}`, each] as const));
  const own = [...sections].sort(([one], [other]) => (one < other ? -1 : 1)).map(write);
  return ['This software contains the packages below.', ...own, ...readBundled(paths)].join('\n');
}

/** The folder of the package that a module belongs to, or that it is derived from. */
function findPackage(path: string): string | undefined {
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  if (folder !== undefined) return folder;
  const [, name] = Object.entries(derived).find(([end]) => path.endsWith(end)) ?? [];
  return name === undefined ? undefined : findInstalled(dirname(path), name);
}

function findInstalled(from: string, name: string): string {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  if (dirname(from) === from) throw new Error(`The package ${name} is not installed.`);
  return findInstalled(dirname(from), name);
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

function read(folder: string): Package {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(manifest) as Partial<Package>;
  const said = { name: name ?? folder, version: version ?? '', license: license ?? 'none' };
  return { ...said, text: readText(folder) };
}

/** The licence and notice files of a package; where it has none, the section of its README. */
function readText(folder: string): string {
  const files = readdirSync(folder).sort();
  const names = files.filter((name) => /^(licen[cs]e|copying|notice)([-.].*)?$/i.test(name));
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8').trim());
  if (texts.length > 0) return texts.join('\n\n');
  const readme = files.find((name) => /^readme(\.|$)/i.test(name));
  if (readme === undefined) return '';
  const [, section = ''] = readFileSync(join(folder, readme), 'utf8').split(/^#+ *licen[cs]e.*$/im);
  return /\bas is\b/i.test(section) ? section.trim() : '';
}

function findFaults({ name, version, license, text }: Package): string[] {
  const faults = [];
  if (!allowed.includes(license))
    faults.push(`The licence of ${name}@${version}, ${license}, is not allowed.`);
  if (text === '') faults.push(`${name}@${version} has no licence text.`);
  return faults;
}

function write([title, { license, text }]: readonly [string, Package]): string {
  return `\n${'-'.repeat(80)}\n${title}, licence ${license}\n\n${text}\n`;
}

/** The packages in bundles that are themselves bundled, such as the console's. */
function readBundled(paths: readonly string[]): string[] {
  const files = new Set(paths.map((path) => join(dirname(path), licensesFile)));
  return [...files].filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
}
