import { StoreReferenceError, StoreUnavailableError, type Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import { createDurableObjectStore, type StoreStub } from './durable-object-store.ts';
import { replyWith, type Reply } from './reply.ts';

function storeOf(call: StoreStub['call']): Store {
  return createDurableObjectStore(() => ({ call }));
}

describe('a store over a Durable Object', () => {
  it('is not available when the object cannot be called', async () => {
    const cause = new Error('Durable Object reset because its code was updated.');
    const store = storeOf(() => Promise.reject(cause));
    await expect(store.check()).rejects.toMatchObject({ name: 'StoreUnavailableError', cause });
  });

  it('is not available when no stub can be created', async () => {
    const store = createDurableObjectStore(() => {
      throw new Error('No such binding.');
    });
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  it('creates a new stub after one that failed', async () => {
    let asked = 0;
    const store = createDurableObjectStore(() => {
      asked += 1;
      const isBroken = asked === 1;
      return {
        call: async (): Promise<Reply> => {
          if (isBroken) throw new Error('The stub is broken.');
          return { kind: 'value', value: undefined };
        },
      };
    });
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailableError);
    await store.check();
  });

  it.each<Error>([
    new RangeError('Too large.'),
    new StoreReferenceError('There is no such account.'),
    new StoreUnavailableError('Busy.', { cause: new Error('database is locked') }),
  ])('gives back the class, the message and the causes of $name', async (error) => {
    const store = storeOf(() => Promise.resolve(structuredClone(replyWith(error))));
    const thrown: unknown = await store.check().catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(error.constructor);
    expect(thrown).toEqual(error);
  });

  it.each([new TypeError('x is not a function'), 'a text', undefined])(
    'takes %s for a failure of the store',
    async (error) => {
      const store = storeOf(() => Promise.resolve(replyWith(error)));
      await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailableError);
    },
  );
});
