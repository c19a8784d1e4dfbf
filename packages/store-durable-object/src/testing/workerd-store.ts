/** Stores in Durable Objects of a real workerd, started by miniflare; for the tests of this package. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Store } from '@parley/core/store';
import type { StoreHarness } from '@parley/store-suite';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { createDurableObjectStore, type StoreStub } from '../durable-object-store.ts';
import type { Reply } from '../reply.ts';

export interface TestStub extends StoreStub {
  callAll(calls: readonly WaitingCall['call'][]): Promise<readonly Reply[]>;
  passTime(milliseconds: number): Promise<void>;
  runSql(statement: string): Promise<void>;
}

interface Namespace {
  idFromName(name: string): unknown;
  get(id: unknown): TestStub;
}

/** One workerd for all tests of a file; each test has an object of its own. */
export interface Workerd {
  createHarness(): Promise<StoreHarness>;
  getStub(name: string): Promise<TestStub>;
  stop(): Promise<void>;
}

/** @param folder where the objects are stored; in memory by default */
export async function startWorkerd(folder?: string): Promise<Workerd> {
  const miniflare = new Miniflare({
    modules: true,
    // Otherwise miniflare fetches Cloudflare's data about the client's location from the network.
    cf: false,
    script: await bundle(),
    compatibilityDate: '2026-07-01',
    ...(folder !== undefined && { durableObjectsPersist: folder }),
    durableObjects: { STORE: { className: 'TestObject', useSQLite: true } },
  });
  const getStub = async (name: string): Promise<TestStub> => {
    const namespace = (await miniflare.getDurableObjectNamespace('STORE')) as unknown as Namespace;
    return sendTogether(namespace.get(namespace.idFromName(name)));
  };
  return {
    createHarness: async () => createHarness(await getStub(randomUUID())),
    getStub,
    stop: () => miniflare.dispose(),
  };
}

async function createHarness(stub: TestStub): Promise<StoreHarness> {
  const stores: Store[] = [];
  const reopen = async (): Promise<Store> => {
    const store = createDurableObjectStore(() => stub);
    stores.push(store);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    passTime: (milliseconds) => stub.passTime(milliseconds),
    runSql: (statement) => stub.runSql(statement),
    async dispose() {
      await Promise.all(stores.map((store) => store.close()));
    },
  };
}

interface WaitingCall {
  readonly call: readonly [method: string, parameters: readonly unknown[]];
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Sends the calls of one turn together, because each call from Node to workerd takes milliseconds. In the
 * object they run concurrently, as they would if sent one by one.
 */
function sendTogether(stub: TestStub): TestStub {
  let waiting: WaitingCall[] = [];
  const send = async (): Promise<void> => {
    const calls = waiting;
    waiting = [];
    try {
      const replies = await stub.callAll(calls.map(({ call }) => call));
      for (const [index, reply] of replies.entries()) calls[index]?.resolve(reply);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };
  const call: StoreStub['call'] = (...one) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void send());
      waiting.push({ call: one, resolve, reject });
    });
  return {
    call,
    callAll: (calls) => stub.callAll(calls),
    passTime: (milliseconds) => stub.passTime(milliseconds),
    runSql: (statement) => stub.runSql(statement),
  };
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    conditions: ['parley-source'],
    external: ['cloudflare:workers'],
  });
  return outputFiles[0]?.text ?? '';
}
