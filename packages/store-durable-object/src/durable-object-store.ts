/** The store's contract, implemented by calls of a Durable Object. */
import { storeMethods, StoreUnavailableError, type Store } from '@parley/core/store';
import { createGate, guard } from '@parley/store-sql';
import { readReply, type Reply } from './reply.ts';

/** The part of `env.<binding>.getByName(name)` that is used. */
export interface StoreStub {
  call(method: string, parameters: readonly unknown[]): Promise<Reply>;
}

/**
 * Returns the store that the Durable Object holds.
 * @param getStub called for every call, because a stub that failed once keeps failing, and requests of a
 * Worker must not share a stub
 */
export function createDurableObjectStore(getStub: () => StoreStub): Store {
  const gate = createGate();
  const methods = storeMethods.map((method) => [
    method,
    async (...parameters: unknown[]) => readReply(await call(getStub, method, parameters)),
  ]);
  return {
    ...guard(gate, Object.fromEntries(methods) as Omit<Store, 'close'>),
    close: () => gate.close(() => undefined),
  };
}

async function call(
  getStub: () => StoreStub,
  method: string,
  parameters: readonly unknown[],
): Promise<Reply> {
  try {
    return await getStub().call(method, parameters);
  } catch (cause) {
    throw new StoreUnavailableError('The Durable Object of the store does not answer.', { cause });
  }
}
