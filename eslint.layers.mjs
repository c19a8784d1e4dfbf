/**
 * The layers of the core package, from below: the code of a layer imports its own layer and those before
 * it. What a lower layer needs of a higher one is moved down, or passed in as a parameter.
 */
const layers = [
  {
    files: ['{ports,clock,limits}.ts'],
    paths: ['(ports|clock|limits)\\.ts'],
    // The ports name one type of the store, the settlement that a host may keep on its disk.
    more: ['store/index\\.ts'],
    reason:
      'What a host lends is the ground of core: it names types of the store and nothing else.',
  },
  {
    files: ['store/*.ts'],
    paths: ['store/(?!memory/)'],
    reason: 'Drivers implement the contract of the store without the rest of core.',
  },
  {
    files: ['billing/ledger/*.ts'],
    paths: ['billing/ledger/'],
    reason:
      'The rules of the ledger are pure, and every driver uses them: they know the store only.',
  },
  {
    files: ['store/memory/*.ts'],
    paths: ['store/memory/'],
    reason: 'The store in memory is a driver: it knows the contract and the rules of the ledger.',
  },
  {
    files: ['keys/*.ts'],
    paths: ['keys/'],
    reason: 'Keys are checked before anything is known of models: they need the store only.',
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
    files: ['billing/{pricing,tokens}/*.ts'],
    paths: ['billing/(pricing|tokens)/'],
    reason: 'Prices are a part of every snapshot: they know the configuration, and no routes.',
  },
  {
    files: ['models/*.ts', 'models/{routing,catalogue}/*.ts'],
    paths: ['models/'],
    reason: 'Routing is made of the configuration alone: no request is known to it.',
  },
  {
    files: ['billing/{quota,usage}/*.ts'],
    paths: ['billing/'],
    reason:
      'Billing reserves and charges for targets: it knows models, and not how a request runs.',
  },
  {
    files: ['context.ts', 'pipeline/*.ts', 'pipeline/*/*.ts'],
    paths: ['context\\.ts', 'pipeline/'],
    reason: 'The pipeline runs one request by all that is below: it knows no path and no hono.',
  },
  {
    files: ['http/*.ts'],
    paths: ['http/'],
    packages: ['hono(/.+)?'],
    reason: 'Endpoints hand requests to the pipeline: only the gateway stands above them.',
  },
  {
    files: ['{gateway,maintenance,extension,index}.ts'],
    paths: ['(gateway|maintenance|extension|index)\\.ts'],
    reason: 'The gateway puts the layers together.',
  },
];

/** Files that still import from above. This list only ever gets shorter. */
const unfinished = [
  'billing/pricing/own-address.ts',
  'billing/pricing/price-book.ts',
  'billing/pricing/priced-target.ts',
  'billing/quota/bill.ts',
  'billing/quota/create-meter.ts',
  'billing/quota/limit-headers.ts',
  'billing/quota/prompt-estimate.ts',
  'billing/quota/reserve.ts',
  'billing/quota/token-bound.ts',
  'billing/quota/waiting-line.ts',
  'billing/usage/key-usage.ts',
  'pipeline/authenticate.ts',
  'store/retention.ts',
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
        ignores: [...tests, ...unfinished.map((file) => source + file)],
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
