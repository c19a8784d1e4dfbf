/** The import rules between the folders of the core package. */
import { importOnly, tests } from './eslint.rules.mjs';

/**
 * The layers, lowest first. A layer imports only itself and the layers before it. Code
 * that a lower layer needs from a higher one is moved down or passed as a parameter.
 */
const layers = [
  {
    files: ['{ports,clock,limits,background-refresh,wait-at-most}.ts'],
    paths: ['(ports|clock|limits|background-refresh|wait-at-most)\\.ts'],
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
    files: ['billing/{pricing,tokens,quota,usage}/*.ts'],
    paths: ['billing/'],
    reason: 'Billing reserves and charges for targets: it imports models but not the pipeline.',
  },
  {
    files: ['context.ts', 'pipeline/*.ts', 'pipeline/*/*.ts'],
    paths: ['context\\.ts', 'pipeline/'],
    reason:
      'The pipeline runs one request with the layers below: it depends neither on paths nor on hono.',
  },
  {
    files: ['http/*.ts'],
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

/**
 * One entry of the configuration for each layer and each depth of its files, because a relative import
 * can only be resolved together with the depth of its file. Later rules replace earlier ones, so each repeats the
 * packages.
 */
export const layerRules = layers.flatMap((layer, index) => {
  const below = layers.slice(0, index + 1).flatMap(({ paths }) => paths);
  const allowed = [...below, ...(layer.more ?? [])].join('|');
  const outside = [packages, ...(layer.packages ?? [])].join('|');
  return layer.files.map((glob) => {
    const up = '\\.\\./'.repeat(glob.split('/').length - 1) || '\\./';
    const inside = { regex: `^${up}(?!\\.\\./)(?!${allowed})`, message: layer.reason };
    return {
      files: [source + glob],
      ignores: tests,
      rules: importOnly(outside, packagesMessage, [inside]),
    };
  });
});
