/**
 * Writes the types of the API, from the OpenAPI document that a gateway serves:
 * `node --conditions=parley-source apps/console/scripts/write-api-types.ts`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeApiTypes } from './api-types.ts';

const place = fileURLToPath(new URL('../src/api/openapi.ts', import.meta.url));
writeFileSync(place, await describeApiTypes());
