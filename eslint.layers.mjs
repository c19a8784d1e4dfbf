/** The import rules between the folders of the core package. */
import { importOnly, tests } from './eslint.rules.mjs';

/**
 * The layers, lowest first. A layer imports only itself and the layers before it. Code
 * that a lower layer needs from a higher one is moved down or passed as a parameter.
 */
const layers = [
  {
    files: ['{ports,clock,limits,background-refresh,outage-log,wait-at-most}.ts'],
    paths: ['(ports|clock|limits|background-refresh|outage-log|wait-at-most)\\.ts'],
    // The ports use one type of the store: the settlement that a host may write to its disk.
    more: ['store/index\\.ts'],
    reason: 'Ports are the interface to the host: they import only types of the store.',
  },
  {
    files: ['store/*.ts'],
    paths: ['store/'],
    reason: 'Drivers implement the store contract without the rest of core.',
  },
  {
    files: ['billing/ledger/*.ts'],
    paths: ['billing/ledger/'],
    reason:
      'The ledger rules are pure and every driver uses them: they import only the store contract.',
  },
  {
    files: ['memory-store/*.ts'],
    paths: ['memory-store/'],
    reason:
      'The in-memory store is a driver: it imports only the store contract and the ledger rules.',
  },
  {
    files: ['keys/*.ts'],
    paths: ['keys/'],
    reason: 'A key is checked before its models are known: keys import only the store contract.',
  },
  {
    files: ['models/providers/*.ts'],
    paths: ['models/providers/'],
    reason: 'Providers are data about vendors: they do not depend on the configuration.',
  },
  {
    files: ['configuration/*.ts'],
    paths: ['configuration/'],
    reason:
      'The configuration is checked before a gateway is created: it needs only the provider names.',
  },
  {
    files: ['models/*.ts', 'models/{pricing,routing,catalogue}/*.ts'],
    paths: ['models/'],
    reason: 'Routes and prices are built from the configuration: they do not depend on a request.',
  },
  {
    files: ['billing/tokens/*.ts'],
    paths: ['billing/tokens/'],
    reason: 'Tokens are estimated from texts: estimates know neither prices nor limits.',
  },
  {
    files: ['billing/cost/*.ts'],
    paths: ['billing/cost/'],
    reason: 'A cost is computed from tokens and a price: it does not depend on limits.',
  },
  {
    files: ['billing/quota/{limits,metering}/*.ts'],
    paths: ['billing/quota/limits/', 'billing/quota/metering/'],
    reason: 'Limits and meters are read by what reserves and settles: they import neither.',
  },
  {
    files: ['billing/quota/{slices,settlement}/*.ts'],
    paths: ['billing/quota/slices/', 'billing/quota/settlement/'],
    reason:
      'Slices and settlements reach the store without knowing what is reserved for a request.',
  },
  {
    files: ['billing/quota/reservation/*.ts'],
    paths: ['billing/quota/reservation/'],
    reason: 'A reservation combines the rest of the quota: only the pipeline is above it.',
  },
  {
    files: ['billing/usage/*.ts'],
    paths: ['billing/usage/'],
    reason:
      'Reports of usage read the store and the limits of a key: nothing in billing needs them.',
  },
  {
    files: ['context.ts', 'pipeline/*.ts', 'pipeline/*/*.ts'],
    paths: ['context\\.ts', 'pipeline/'],
    reason:
      'The pipeline runs one request with the layers below: it depends neither on paths nor on hono.',
  },
  {
    files: ['http/*.ts', 'http/{handlers,socket}/*.ts'],
    paths: ['http/'],
    packages: ['hono(/.+)?'],
    reason: 'Endpoints pass requests to the pipeline: only the gateway is above them.',
  },
  {
    files: ['{gateway,gateway-parts,maintenance,extension,index}.ts'],
    paths: ['(gateway|gateway-parts|maintenance|extension|index)\\.ts'],
    reason: 'The gateway builds the layers.',
  },
];

const source = 'packages/core/src/';

/** The packages that all of core may import, as alternatives of a regular expression. */
export const packages = '@parley/(demo|protocol)|ipaddr\\.js|zod';
export const packagesMessage =
  'Core imports the protocol, the demo, ipaddr.js and zod; hono only below src/http.';

/** `a/{b,c}/*.ts` as `a/b/*.ts` and `a/c/*.ts`, because a folder and those beside it decide what an import means. */
function expandFolders(glob) {
  const [, start, names, rest] = /^([^{]*)\{([^}]*)\}(\/.*)$/.exec(glob) ?? [];
  return names === undefined ? [glob] : names.split(',').map((name) => start + name + rest);
}

/**
 * One entry of the configuration for each layer and each folder of its files, because a relative import
 * can only be resolved together with its folder. Later rules replace earlier ones, so each repeats the
 * packages.
 */
export const layerRules = layers.flatMap((layer, index) => {
  const below = layers.slice(0, index + 1).flatMap(({ paths }) => paths);
  const allowed = [...below, ...(layer.more ?? [])];
  const outside = [packages, ...(layer.packages ?? [])].join('|');
  return layer.files.flatMap(expandFolders).map((glob) => ({
    files: [source + glob],
    ignores: tests,
    rules: importOnly(outside, packagesMessage, refuseOthers(glob, allowed, layer.reason)),
  }));
});

/** A pattern for each folder that an import can begin at: the folder above the file, the one above that, and so on. */
function refuseOthers(glob, allowed, message) {
  const folders = glob.split('/').slice(0, -1);
  return folders.concat('').flatMap((_, depth) => {
    const up = '\\.\\./'.repeat(depth) || '\\./';
    const base = folders
      .slice(0, folders.length - depth)
      .map((name) => `${name}/`)
      .join('');
    if (allowed.some((path) => base.startsWith(path))) return [];
    const inside = allowed
      .filter((path) => path.startsWith(base))
      .map((path) => path.slice(base.length));
    return [{ regex: `^${up}(?!\\.\\./)(?!${inside.join('|')})`, message }];
  });
}
