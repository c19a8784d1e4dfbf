import type { Dialect } from '@parley/clients';
import type { DialectId } from '@parley/protocol';
import { expectTypeOf, it } from 'vitest';

it('the package of the clients, which imports nothing, names every dialect', () => {
  expectTypeOf<Dialect>().toEqualTypeOf<DialectId>();
});
