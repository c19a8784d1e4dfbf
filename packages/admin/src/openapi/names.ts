/** Operation ids and tags of the OpenAPI document, derived from the paths of the endpoints. */
import type { JsonObject } from '@parley/protocol';
import type { AdminEndpoint } from '../shared/endpoint.ts';

const verbs = {
  GET: 'get',
  POST: 'create',
  PUT: 'save',
  PATCH: 'change',
  DELETE: 'delete',
} as const satisfies Readonly<Record<AdminEndpoint['method'], string>>;

/** Paths from which no sensible operation id follows. */
const exceptions: Readonly<Record<string, string>> = {
  'GET /resolve': 'resolveName',
  'POST /ledger/quarantine': 'chargeQuarantine',
  'GET /exchanges/live': 'followExchanges',
  'GET /openapi.json': 'getDescription',
};

/** Such as `listAccounts`, `createKeyRotation` or `getOwnExchange`; generated clients rely on these names. */
export function operationIdOf(endpoint: AdminEndpoint): string {
  const { audience, method, path, list } = endpoint;
  const name =
    exceptions[`${method} ${path}`] ?? `${list ? 'list' : verbs[method]}${nounOf(endpoint)}`;
  return audience === 'key' ? name.replace(/(?=[A-Z])/, 'Own') : name;
}

/** `POST /accounts/:id/top-ups` → `AccountTopUp` */
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
  { name: 'Calls', description: 'Model endpoints in the formats of the vendors.' },
  { name: 'Accounts', description: 'Accounts: owners of keys, with a balance.' },
  { name: 'Keys', description: 'API keys, their limits and their secrets.' },
  {
    name: 'Configuration',
    description:
      'Upstreams, models, groups and prices; the effective configuration and the resolution of call names.',
  },
  { name: 'Records', description: 'Exchanges, usage, latency and the audit log.' },
  { name: 'Ledger', description: 'Ledger entries: top-ups, adjustments and charges.' },
  { name: 'Users', description: 'Users and admin tokens: who may administer the gateway.' },
  { name: 'Key holder', description: 'What the holder of a key may read and do with that key.' },
  { name: 'Service', description: 'Health checks and this document.' },
];

/** Tags by the first segment of the path. */
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
  'sign-in': 'Users',
  'openapi.json': 'Service',
};

export function tagOf({ audience, path }: AdminEndpoint): string {
  if (audience === 'key') return 'Key holder';
  return tagOfPath[path.split('/')[1] ?? ''] ?? 'Configuration';
}
