import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeApiTypes } from '../../scripts/api-types.ts';

test('the generated types are those of the API as it is', { timeout: 60_000 }, async () => {
  const written = readFileSync(new URL('openapi.ts', import.meta.url), 'utf8');
  expect(written, 'run `pnpm --filter @parley/console-app write-api-types`').toBe(
    await describeApiTypes(),
  );
});
