/** Answers the calls of another thread with a store; used by the thread of the database. */
import { setImmediate } from 'node:timers';
import type { Store } from '@parley/core/store';
import { encodeError, openingId, type Answer, type Call } from './messages.ts';

/** The end of a message channel in the thread of the database. */
export interface StorePort {
  on(event: 'message', listen: (calls: readonly Call[]) => void): unknown;
  postMessage(answers: readonly Answer[]): void;
}

type Methods = Readonly<Record<string, (...parameters: readonly unknown[]) => Promise<unknown>>>;

/** Reports when the store is open, and sends the answers of one turn of the event loop as one message. */
export function serveStore(port: StorePort, opening: Promise<Partial<Store>>): void {
  let answers: Answer[] = [];

  function send(answer: Answer): void {
    answers.push(answer);
    if (answers.length === 1) setImmediate(flush);
  }

  function flush(): void {
    port.postMessage(answers);
    answers = [];
  }

  async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
    try {
      send({ id, value: await work() });
    } catch (error) {
      send({ id, error: encodeError(error) });
    }
  }

  port.on('message', (calls) => {
    for (const { id, method, parameters } of calls) {
      void answer(id, async () => {
        const run = ((await opening) as unknown as Methods)[method];
        if (run === undefined) throw new Error(`This store has no method ${method}.`);
        return run(...parameters);
      });
    }
  });
  void answer(openingId, async () => {
    await opening;
  });
}
