/**
 * The layers of the core package, from below: the code of a layer imports its own layer and those before
 * it. What a lower layer needs of a higher one is moved down, or passed in as a parameter.
 */
const layers = [
  {
    files: ['{ports,clock,limits}.ts'],
    paths: ['(ports|clock|limits)\\.ts'],
    // The ports name one type of the store: the settlement that a host may keep on its disk.
    more: ['store/index\\.ts'],
    reason: 'Ports are the interface to the host: they name types of the store and nothing else.',
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
      'The rules of the ledger are pure and every driver uses them: they know the store only.',
  },
  {
    files: ['memory-store/*.ts'],
    paths: ['memory-store/'],
    reason: 'The in-memory store is a driver: it knows the contract and the rules of the ledger.',
  },
  {
    files: ['keys/*.ts'],
    paths: ['keys/'],
    reason: 'A key is checked before anything is known of models: keys need the store only.',
  },
  {
    files: ['models/providers/*.ts'],
    paths: ['models/providers/'],
    reason: 'Providers are data about vendors: they depend on nothing that is configured.',
  },
  {
    files: ['configuration/*.ts'],
    paths: ['configuration/'],
    reason:
      'The configuration is checked before there is a gateway: it needs names of providers only.',
  },
  {
    files: ['models/*.ts', 'models/{pricing,routing,catalogue}/*.ts'],
    paths: ['models/'],
    reason: 'Routes and prices are made of the configuration alone: they know no request.',
  },
  {
    files: ['billing/{pricing,tokens,quota,usage}/*.ts'],
    paths: ['billing/'],
    reason:
      'Billing reserves and charges for targets: it knows models, and not how a request runs.',
  },
  {
    files: ['context.ts', 'pipeline/*.ts', 'pipeline/*/*.ts'],
    paths: ['context\\.ts', 'pipeline/'],
    reason: 'The pipeline runs one request with all that is below: it knows no path and no hono.',
  },
  {
    files: ['http/*.ts'],
    paths: ['http/'],
    packages: ['hono(/.+)?'],
    reason: 'Endpoints hand requests to the pipeline: only the gateway is above them.',
  },
  {
    files: ['{gateway,maintenance,extension,index}.ts'],
    paths: ['(gateway|maintenance|extension|index)\\.ts'],
    reason: 'The gateway builds the layers.',
  },
];

const source = 'packages/core/src/';

/**
 * One entry of the configuration for each layer and each depth of its files, because a relative import
 * shows where it leads only together with the depth of the file it stands in.
 * @param {(rule: {outside: string, inside: object, message: string}) => object} importOnly makes the rules
 * @param {string} packages what all of core may import from outside, as an alternation
 * @param {string[]} tests globs of files that are exempt
 */
export function layerRules(importOnly, packages, tests) {
  return layers.flatMap((layer, index) => {
    const below = layers.slice(0, index + 1).flatMap(({ paths }) => paths);
    const allowed = [...below, ...(layer.more ?? [])].join('|');
    return layer.files.map((glob) => {
      const up = '\\.\\./'.repeat(glob.split('/').length - 1) || '\\./';
      return {
        files: [source + glob],
        ignores: tests,
        rules: importOnly({
          outside: [packages, ...(layer.packages ?? [])].join('|'),
          inside: { regex: `^${up}(?!\\.\\./)(?!${allowed})`, message: layer.reason },
          message:
            'Core imports the protocol, the demo, ipaddr.js and zod; hono only below src/http.',
        }),
      };
    });
  });
}
