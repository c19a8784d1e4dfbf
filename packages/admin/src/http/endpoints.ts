import { accountEndpoints } from '../accounts/endpoints.ts';
import { configurationEndpoints } from '../configuration/endpoints.ts';
import { holderEndpoints } from '../key-holder/endpoints.ts';
import type { AdminEndpoint, Audience } from '../shared/endpoint.ts';
import { keyEndpoints } from '../keys/endpoints.ts';
import { recordEndpoints } from '../exchanges/endpoints.ts';
import { upstreamEndpoints } from '../upstreams/endpoints.ts';
import { userEndpoints } from '../users/endpoints.ts';

/** Where the admin API lies. */
export const adminBase = '/admin/v1';

/** Where the endpoints of each audience lie. */
export const bases: Readonly<Record<Audience, string>> = { operator: adminBase, key: '/key/v1' };

/** Every endpoint of the admin API but its own description. */
export const adminEndpoints: readonly AdminEndpoint[] = [
  ...accountEndpoints,
  ...keyEndpoints,
  ...configurationEndpoints,
  ...upstreamEndpoints,
  ...recordEndpoints,
  ...userEndpoints,
];

/** The same, and those for holders of keys. */
export const apiEndpoints: readonly AdminEndpoint[] = [...adminEndpoints, ...holderEndpoints];
