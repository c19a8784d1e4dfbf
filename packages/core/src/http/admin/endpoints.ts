import { accountEndpoints } from './accounts.ts';
import { configurationEndpoints } from './configuration.ts';
import type { AdminEndpoint } from './endpoint.ts';
import { keyEndpoints } from './keys.ts';
import { recordEndpoints } from './records.ts';
import { upstreamEndpoints } from './upstreams.ts';

/** Where the admin API lies. */
export const adminBase = '/admin/v1';

/** Every endpoint of the admin API but its own description. */
export const adminEndpoints: readonly AdminEndpoint[] = [
  ...accountEndpoints,
  ...keyEndpoints,
  ...configurationEndpoints,
  ...upstreamEndpoints,
  ...recordEndpoints,
];
