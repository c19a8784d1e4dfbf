/** The connection to Redis and the commands that `shared-rates.ts` uses. */
import { Redis } from 'ioredis';
import { drawScript, finishScript, gatewaysScript, renewScript, takeScript } from './scripts.ts';

/** Milliseconds after which a command without a reply counts as failed. */
const commandMs = 500;
/** The limit of each step of a connection, in milliseconds. */
const connectMs = 2_000;
/** Longest pause between two tries to connect, in milliseconds. */
const longestPauseMs = 2_000;

/** The Redis commands that this package uses. Each rejects soon when Redis is unavailable. */
export interface RedisClient {
  take(keyId: string, words: readonly (string | number)[]): Promise<readonly string[]>;
  finish(keyId: string, words: readonly (string | number)[]): Promise<readonly string[]>;
  draw(keyId: string, words: readonly (string | number)[]): Promise<readonly string[]>;
  /** Returns false when Redis has no such reservation. */
  renew(keyId: string, words: readonly (string | number)[]): Promise<boolean>;
  countGateways(name: string, lifeMs: number): Promise<number>;
  check(): Promise<void>;
  /** Whether commands are sent; otherwise they fail at once. */
  readonly isConnected: boolean;
  /** Why there is no connection: more than a command says that finds none. `undefined` while there is one. */
  readonly failure: Error | undefined;
  close(): void;
}

/**
 * Connects to a server and learns whether it answers and takes writes.
 * @throws Error with the reason when it does not, without the password
 */
export async function checkRedisServer(url: string): Promise<void> {
  const client = await createRedisClient(url);
  try {
    await client.check();
    // Writes nothing. A replica and a server whose memory is full refuse it all the same.
    await client.renew('none', ['none', 1]);
  } catch (thrown) {
    throw client.failure ?? thrown;
  } finally {
    client.close();
  }
}

/** Whether the server itself has answered with an error. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'ReplyError';
}

type Script = (...words: (string | number)[]) => Promise<unknown>;

/** Tries to connect once; if that fails, it reconnects in the background. */
export async function createRedisClient(url: string): Promise<RedisClient> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectMs,
    // The timers of the driver also end a command whose answer has arrived and was not read yet: they are the last
    // resort, and `createTimeLimit` has the limit of a command.
    commandTimeout: connectMs,
    socketTimeout: connectMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // After a failover the server is a replica, to which this connection leads and a new one may not.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
    retryStrategy: (tries) => Math.min(tries * 100, longestPauseMs),
  });
  let failure: Error | undefined;
  // Without a listener a connection error would end the process.
  redis.on('error', ({ message }: Error) => {
    // The driver's error also has the command, which may contain the password.
    failure = new Error(message);
  });
  redis.on('ready', () => {
    failure = undefined;
  });
  const inTime = createTimeLimit(redis);
  const define = (name: string, lua: string, numberOfKeys: number): Script => {
    redis.defineCommand(name, { lua, numberOfKeys });
    const script = (redis as unknown as Record<string, Script>)[name]?.bind(redis) ?? fail;
    return (...words) => inTime(script(...words));
  };
  const take = define('parleyTake', takeScript, 3);
  const finish = define('parleyFinish', finishScript, 3);
  const draw = define('parleyDraw', drawScript, 3);
  const renew = define('parleyRenew', renewScript, 3);
  const gateways = define('parleyGateways', gatewaysScript, 1);
  await redis.connect().catch(() => undefined);
  return {
    take: async (keyId, words) => (await take(...namesOf(keyId), ...words)) as readonly string[],
    finish: async (keyId, words) =>
      (await finish(...namesOf(keyId), ...words)) as readonly string[],
    draw: async (keyId, words) => (await draw(...namesOf(keyId), ...words)) as readonly string[],
    renew: async (keyId, words) => Number(await renew(...namesOf(keyId), ...words)) === 1,
    countGateways: async (name, lifeMs) => Number(await gateways('parley:gateways', name, lifeMs)),
    check: async () => {
      await inTime(redis.ping());
    },
    get isConnected() {
      return redis.status === 'ready';
    },
    get failure() {
      return failure;
    },
    close: () => {
      redis.disconnect();
    },
  };
}

/** Limits how long a command waits for its answer. */
function createTimeLimit(redis: Redis): <Value>(command: Promise<Value>) => Promise<Value> {
  let answers = 0;
  return async (command) => {
    const before = answers;
    const answer = command.finally(() => (answers += 1));
    if (await arrivesInTime(answer)) return answer;
    // A connection that has fallen silent is replaced; until then commands fail at once.
    if (answers === before) redis.stream.destroy();
    throw new Error('Redis did not answer in time.');
  };
}

/** A busy process may not have read yet what has arrived: it does so between two timers. */
async function arrivesInTime(answer: Promise<unknown>): Promise<boolean> {
  return (await arrivesWithin(commandMs, answer)) || arrivesWithin(0, answer);
}

function arrivesWithin(milliseconds: number, answer: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, false);
    const arrive = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    answer.then(arrive, arrive);
  });
}

function namesOf(keyId: string): readonly [string, string, string] {
  return [`parley:{${keyId}}:rates`, `parley:{${keyId}}:places`, `parley:{${keyId}}:held`];
}

function fail(): Promise<never> {
  return Promise.reject(new Error('There is no such command.'));
}
