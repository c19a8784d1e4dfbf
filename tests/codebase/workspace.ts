/** The packages of the project and their files; used by the tests of the codebase. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import * as z from 'zod';

/** The folder that holds the whole project. */
export const root = join(import.meta.dirname, '..', '..');

const names = z.record(z.string(), z.string()).default({});
/** A condition may lead to a file, or to one for types and one for the program. */
const conditions = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]));
const exportMap = z.record(z.string(), z.union([z.string(), conditions]));

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  private: z.boolean().default(false),
  type: z.string().optional(),
  license: z.string().optional(),
  bin: z.record(z.string(), z.string()).optional(),
  files: z.array(z.string()).default([]),
  engines: names,
  dependencies: names,
  peerDependencies: names,
  devDependencies: names,
  exports: exportMap.default({}),
  publishConfig: z.object({ exports: exportMap.optional() }).default({}),
});
type Manifest = z.infer<typeof manifestSchema>;

export interface Workspace {
  /** Relative to the root, such as `packages/core`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package of the repository, without the root. */
export function listWorkspaces(): Workspace[] {
  const manifests = globSync('{packages/*,apps/*,tests,tests/*,examples,bench}/package.json', {
    cwd: root,
  });
  return manifests.sort().map((path) => ({
    folder: toPosix(dirname(path)),
    manifest: manifestSchema.parse(JSON.parse(readText(path))),
  }));
}

/** The TypeScript files below a folder's `src`, relative to the root. */
export function listSources(folder: string): string[] {
  return globSync(`${folder}/src/**/*.ts`, { cwd: root }).map(toPosix).sort();
}

/** The built JavaScript of one package, entries and shared chunks, relative to the root. */
export function listBuilt(folder: string): string[] {
  if (!existsSync(join(root, folder, 'dist')))
    throw new Error(`${folder} is not built. Run the build first.`);
  return globSync(`${folder}/dist/**/*.js`, { cwd: root }).map(toPosix).sort();
}

/** The files that belong to the project: tracked ones, and new ones that git does not ignore. */
export function listProjectFiles(): string[] {
  const options = ['--cached', '--others', '--exclude-standard', '-z'];
  const output = execFileSync('git', ['ls-files', ...options], { cwd: root, encoding: 'utf8' });
  return output.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function toPosix(path: string): string {
  return path.replaceAll(sep, '/');
}
