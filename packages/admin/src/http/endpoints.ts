/** Every endpoint of this package except the OpenAPI document itself. */
import { accountEndpoints } from '../accounts/endpoints.ts';
import { alertEndpoints } from '../alerts/endpoints.ts';
import { auditEndpoints } from '../audit/endpoints.ts';
import { configurationEndpoints } from '../configuration/endpoints.ts';
import { exchangeEndpoints } from '../exchanges/endpoints.ts';
import { keyHolderEndpoints } from '../key-holder/endpoints.ts';
import { keyEndpoints } from '../keys/endpoints.ts';
import { ledgerEndpoints } from '../ledger/endpoints.ts';
import { modelEndpoints } from '../models/endpoints.ts';
import type { AdminEndpoint } from '../shared/endpoint.ts';
import { signInEndpoints } from '../sessions/endpoints.ts';
import { upstreamEndpoints } from '../upstreams/endpoints.ts';
import { usageEndpoints } from '../usage/endpoints.ts';
import { userEndpoints } from '../users/endpoints.ts';

/** The endpoints below `/admin/v1`. */
export const adminEndpoints: readonly AdminEndpoint[] = [
  ...accountEndpoints,
  ...keyEndpoints,
  ...configurationEndpoints,
  ...modelEndpoints,
  ...upstreamEndpoints,
  ...exchangeEndpoints,
  ...usageEndpoints,
  ...ledgerEndpoints,
  ...auditEndpoints,
  ...alertEndpoints,
  ...userEndpoints,
  ...signInEndpoints,
];

/** The endpoints below `/admin/v1` and `/key/v1`. */
export const allEndpoints: readonly AdminEndpoint[] = [...adminEndpoints, ...keyHolderEndpoints];
