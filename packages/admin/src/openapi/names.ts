/** What operations are called, and under which tag they stand: both follow from their paths. */
import type { JsonObject } from '@parley/protocol';
import type { AdminEndpoint } from '../shared/endpoint.ts';

const verbs = {
  GET: 'get',
  POST: 'create',
  PUT: 'save',
  PATCH: 'change',
  DELETE: 'delete',
} as const satisfies Readonly<Record<AdminEndpoint['method'], string>>;

/** Paths that name no thing, or none that is made. */
const exceptions: Readonly<Record<string, string>> = {
  'GET /resolve': 'resolveName',
  'POST /ledger/quarantine': 'chargeQuarantine',
  'GET /exchanges/live': 'followExchanges',
  'GET /openapi.json': 'getDescription',
};

/** Such as `listAccounts`, `createKeyRotation`, `getOwnExchange`: it stays what it is. */
export function operationIdOf(endpoint: AdminEndpoint): string {
  const { audience, method, path, list } = endpoint;
  const name =
    exceptions[`${method} ${path}`] ?? `${list ? 'list' : verbs[method]}${nounOf(endpoint)}`;
  return audience === 'key' ? name.replace(/(?=[A-Z])/, 'Own') : name;
}

/** `/accounts/:id/top-ups` → `AccountTopUp`, of which one is made. */
function nounOf({ method, path, list }: AdminEndpoint): string {
  const segments = path.slice(1).split('/');
  const names = segments.flatMap((segment, index) => {
    if (segment.startsWith(':')) return [];
    const isOne = segments[index + 1]?.startsWith(':') ?? (method === 'POST' && list === undefined);
    return [isOne ? toSingular(segment) : segment];
  });
  const words = names.join('-').match(/[A-Za-z]+/g) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function toSingular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

export const tags: readonly JsonObject[] = [
  { name: 'Calls', description: 'What clients of models call, in the formats of the vendors.' },
  { name: 'Accounts', description: 'Owners of keys, with their money.' },
  { name: 'Keys', description: 'Keys, their limits and their secrets.' },
  {
    name: 'Configuration',
    description:
      'Upstreams, models, groups and prices; what is in force, and what a call would do.',
  },
  { name: 'Records', description: 'What happened, how long it took, and who did what.' },
  { name: 'Ledger', description: 'Every movement of money.' },
  { name: 'Users', description: 'Who administers: people and tokens.' },
  { name: 'Key holder', description: 'What the holder of a key is told, by the key itself.' },
  { name: 'Service', description: 'Whether the gateway runs, and what it serves.' },
];

/** By the first part of the path. */
const tagOfPath: Readonly<Record<string, string>> = {
  accounts: 'Accounts',
  keys: 'Keys',
  exchanges: 'Records',
  usage: 'Records',
  latency: 'Records',
  audit: 'Records',
  ledger: 'Ledger',
  users: 'Users',
  tokens: 'Users',
  'openapi.json': 'Service',
};

export function tagOf({ audience, path }: AdminEndpoint): string {
  if (audience === 'key') return 'Key holder';
  return tagOfPath[path.split('/')[1] ?? ''] ?? 'Configuration';
}
