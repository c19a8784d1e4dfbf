/** The active configuration of a gateway: the host's configuration merged with the entities of the store. */
import { createOutageLog } from '../outage-log.ts';
import type { Clock, Logger } from '../ports.ts';
import { createSnapshot, type DiscoveredModels, type Snapshot } from './routing/snapshot.ts';
import type { EntityStore } from '../store/index.ts';
import {
  decodeEntities,
  type DeclaredEntity,
  type EntityProblem,
} from '../configuration/entities.ts';
import { mergeEntities } from '../configuration/merge-entities.ts';
import { noOrigins, type ConfigurationOrigins } from '../configuration/origin.ts';
import type { Configuration } from '../configuration/schema.ts';
import { createBackgroundRefresh } from '../background-refresh.ts';
import type { SecretCipher } from '../configuration/encryption.ts';

/** How long a read of the store is valid, in milliseconds: the longest time until a change takes effect. */
const freshMs = 1_000;

/** After how many milliseconds without a result the store is read again. */
const readTimeoutMs = 10_000;

const outageTexts = {
  level: 'error',
  begun: 'The configuration in the store cannot be read; the previous one stays in use.',
  over: 'The configuration in the store can be read again.',
} as const;

/** The configuration of the host merged with the entities of the store. */
export interface ManagedConfiguration {
  /** The current routing. */
  snapshot(): Snapshot;
  /** What the host reads from its file and environment; its entries replace those of the store by name. */
  host(): Configuration;
  /** The active configuration: that of the host with the usable entities of the store. */
  merged(): Configuration;
  /** The readable entities of the store, including those that conflict with the rest of the configuration. */
  declared(): readonly DeclaredEntity[];
  /** Where the host read each value. */
  origins(): ConfigurationOrigins;
  /**
   * Replaces the host's configuration.
   * @throws ConfigurationError when it is invalid; the old one then stays active
   */
  reload(host: Configuration, origins?: ConfigurationOrigins): void;
  /** Adds the models that upstreams have listed. */
  learn(discovered: DiscoveredModels): void;
  /**
   * Reads the entities of the store again if they have changed and the last read is at least a second old.
   * Never rejects: entities that cannot be read or used are logged, and the old ones stay active.
   * @param byTimer true to read them in the background from now on, until nobody has called this for a
   * minute; for hosts whose timers outlive a request
   * @returns `undefined` when nothing has to be read
   */
  refresh(byTimer?: boolean): Promise<void> | undefined;
  /** As `refresh`, but without the minimum age; for use after a change by this process. */
  refreshNow(): Promise<void>;
  /** Ends the reads in the background. */
  close(): void;
}

/** What a managed configuration is made of: the part of the host, and the store of the entities. */
export interface ManagedOptions {
  readonly store: EntityStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly host: Configuration;
  readonly origins?: ConfigurationOrigins | undefined;
  readonly cipher?: SecretCipher | undefined;
}

/**
 * Creates the configuration of a host together with the entities of its store, which `refresh` reads.
 * @throws ConfigurationError when the host's configuration is invalid
 */
export function createManagedConfiguration(options: ManagedOptions): ManagedConfiguration {
  const { store, clock, log, cipher } = options;
  let host = options.host;
  let declared: readonly DeclaredEntity[] = [];
  let discovered: DiscoveredModels = new Map();
  let snapshot = createSnapshot(host, discovered);
  let merged = mergeEntities([], host).configuration;
  let origins = options.origins ?? noOrigins;
  let version = 0;
  const outage = createOutageLog(log, outageTexts);

  /** @returns the problems of entities that cannot be used */
  const build = (
    newHost: Configuration,
    newDeclared: readonly DeclaredEntity[],
  ): readonly EntityProblem[] => {
    const { configuration, problems } = mergeEntities(newDeclared, newHost);
    snapshot = createSnapshot(configuration, discovered);
    merged = configuration;
    host = newHost;
    declared = newDeclared;
    return problems;
  };

  const readEntities = async (): Promise<void> => {
    const set = await store.readEntities();
    const { entities, problems } = await decodeEntities(set.entities, cipher);
    report(log, [...problems, ...build(host, entities)]);
    version = set.version;
    log('info', 'The configuration in the store was read.', { version });
  };

  const read = async (): Promise<void> => {
    try {
      if ((await store.readEntityVersion()) !== version) await readEntities();
      outage.end();
    } catch (cause) {
      outage.begin({ cause });
    }
  };

  return {
    ...createRefresher(read, clock),
    snapshot: () => snapshot,
    host: () => host,
    merged: () => merged,
    declared: () => declared,
    origins: () => origins,
    reload: (next, places = noOrigins) => {
      report(log, build(next, declared));
      origins = places;
    },
    learn(models) {
      // An upstream that does not respond this time keeps its previous list.
      discovered = new Map([...discovered, ...models]);
      build(host, declared);
    },
  };
}

/**
 * Shares one read of the store among concurrent calls. A host may be suspended during a read, which then
 * never ends; so another read begins after a while.
 */
function createRefresher(
  read: () => Promise<void>,
  clock: Clock,
): Pick<ManagedConfiguration, 'refresh' | 'refreshNow' | 'close'> {
  let readAt = Number.NEGATIVE_INFINITY;
  let running: { readonly since: number; readonly result: Promise<void> } | undefined;
  const readShared = async (): Promise<void> => {
    const now = clock.monotonic();
    if (running === undefined || now - running.since >= readTimeoutMs) {
      running = { since: now, result: read() };
    }
    const mine = running;
    await mine.result;
    readAt = Math.max(readAt, mine.since);
    if (running === mine) running = undefined;
  };
  const background = createBackgroundRefresh(readShared);
  return {
    refresh: (byTimer = false) => {
      if (byTimer) background.use();
      return clock.monotonic() - readAt >= freshMs ? readShared() : undefined;
    },
    // A read that is already running may not include the change.
    refreshNow: async () => {
      await running?.result;
      await readShared();
    },
    close: () => {
      background.stop();
    },
  };
}

function report(log: Logger, problems: readonly EntityProblem[]): void {
  for (const { kind, name, path, message } of problems) {
    log('error', 'A part of the configuration in the store cannot be used and is ignored.', {
      kind,
      name,
      path: path.join('.'),
      problem: message,
    });
  }
}
