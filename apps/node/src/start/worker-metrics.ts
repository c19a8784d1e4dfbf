/**
 * Collects the metrics of all workers, because a request for metrics reaches any one of them. That worker asks the
 * first process, which asks every worker.
 */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { MetricFamily, MetricsPeers } from '@parley/host/disk';

/** What workers and the first process send each other. */
type Message =
  /** A worker wants the metrics of all. */
  | { readonly metrics: 'collect'; readonly id: number }
  /** The first process wants those of a worker. */
  | { readonly metrics: 'read'; readonly id: number }
  | { readonly metrics: 'own'; readonly id: number; readonly families: Families }
  | { readonly metrics: 'all'; readonly id: number; readonly workers: Workers };
type Families = readonly MetricFamily[];
type Workers = readonly (readonly [worker: string, families: Families])[];

/** Milliseconds in which workers must answer: a scrape gives up after ten seconds. */
const answerMs = 2_000;

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'metrics' in message;
}

/** The side of a worker. */
export function createWorkerMetrics(): MetricsPeers {
  const waiting = new Map<number, (workers: Workers) => void>();
  let ids = 0;
  const send = (message: Message): void => {
    if (process.connected) process.send?.(message);
  };
  return {
    share(read) {
      process.on('message', (message) => {
        if (!isMessage(message)) return;
        const { id } = message;
        if (message.metrics === 'read') send({ metrics: 'own', id, families: read() });
        else if (message.metrics === 'all') waiting.get(id)?.(message.workers);
      });
    },
    async collect() {
      ids += 1;
      const id = ids;
      const answered = new Promise<Workers>((resolve) => waiting.set(id, resolve));
      send({ metrics: 'collect', id });
      const workers = await Promise.race([answered, emptyAfter(2 * answerMs)]);
      waiting.delete(id);
      return new Map(workers);
    },
  };
}

/** The side of the first process. Returns a function that ends it. */
export function relayWorkerMetrics(): () => void {
  const collections = new Map<number, (worker: Worker, families: Families) => void>();
  let ids = 0;
  const collect = async (): Promise<Workers> => {
    ids += 1;
    const id = ids;
    const found: [string, Families][] = [];
    const asked = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected());
    const complete = new Promise<void>((resolve) => {
      collections.set(id, (worker, families) => {
        found.push([String(worker.id), families]);
        if (found.length === asked.length) resolve();
      });
    });
    for (const worker of asked) worker?.send({ metrics: 'read', id } satisfies Message);
    await Promise.race([complete, emptyAfter(answerMs)]);
    collections.delete(id);
    return found;
  };
  const onMessage = (worker: Worker, message: unknown): void => {
    if (!isMessage(message)) return;
    if (message.metrics === 'own') collections.get(message.id)?.(worker, message.families);
    if (message.metrics !== 'collect') return;
    void collect().then((workers) => {
      const all: Message = { metrics: 'all', id: message.id, workers };
      if (worker.isConnected()) worker.send(all);
    });
  };
  cluster.on('message', onMessage);
  return () => {
    cluster.off('message', onMessage);
  };
}

/** An empty result, for when a process does not answer in time. */
function emptyAfter(milliseconds: number): Promise<[]> {
  return wait(milliseconds, [], { ref: false });
}
