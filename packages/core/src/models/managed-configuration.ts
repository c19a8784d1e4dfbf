/** The configuration in force: the host's, merged with what the store declares; the gateway holds one. */
import type { Clock, Logger } from '../ports.ts';
import {
  createSnapshot,
  type DiscoveredModels,
  type Snapshot,
} from '../models/routing/snapshot.ts';
import type { EntityStore } from '../store/index.ts';
import {
  decodeEntities,
  type DeclaredEntity,
  type EntityProblem,
} from '../configuration/entities.ts';
import { mergeEntities } from '../configuration/merge-entities.ts';
import { noOrigins, type ConfigurationOrigins } from '../configuration/origin.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { SecretCipher } from '../configuration/encryption.ts';

/** How long the store is not asked again, in milliseconds: the longest that a change takes to be in force. */
const freshMs = 1_000;

/** After how many milliseconds without an answer the store is asked again. */
const answerTimeoutMs = 10_000;

/** The configuration of the host merged with what the store declares. */
export interface ManagedConfiguration {
  /** The routing in force. */
  snapshot(): Snapshot;
  /** What the host reads from its file and environment; its entries replace those of the store by name. */
  host(): Configuration;
  /** Everything in force: the host's configuration with the usable entities of the store. */
  merged(): Configuration;
  /** The entities of the store that can be read, those that do not fit the rest included. */
  declared(): readonly DeclaredEntity[];
  /** Where the host read each value. */
  origins(): ConfigurationOrigins;
  /**
   * Replaces the host's configuration.
   * @throws ConfigurationError when it cannot be used; the old one then stays in force
   */
  reload(host: Configuration, origins?: ConfigurationOrigins): void;
  /** Adds the models that upstreams have listed. */
  learn(discovered: DiscoveredModels): void;
  /**
   * Reads the entities of the store again if they have changed and the last look is a second old.
   * Never rejects: entities that cannot be read or used are logged, and the old ones stay in force.
   */
  refresh(): Promise<void>;
  /** As `refresh`, but without waiting for the second: after a change by this process. */
  refreshNow(): Promise<void>;
}

export interface ManagedOptions {
  readonly store: EntityStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly host: Configuration;
  readonly origins?: ConfigurationOrigins;
  readonly cipher?: SecretCipher;
}

/** @throws ConfigurationError when the host's configuration cannot be used */
export function createManagedConfiguration(options: ManagedOptions): ManagedConfiguration {
  const { store, clock, log, cipher } = options;
  let host = options.host;
  let declared: readonly DeclaredEntity[] = [];
  let discovered: DiscoveredModels = new Map();
  let snapshot = createSnapshot(host, discovered);
  let merged = mergeEntities([], host).configuration;
  let origins = options.origins ?? noOrigins;
  let version = 0;

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

  const read = async (): Promise<void> => {
    try {
      if ((await store.readEntityVersion()) === version) return;
      const set = await store.readEntities();
      const { entities, problems } = await decodeEntities(set.entities, cipher);
      report(log, [...problems, ...build(host, entities)]);
      version = set.version;
      log('info', 'The configuration in the store was read.', { version });
    } catch (cause) {
      log('error', 'The configuration in the store cannot be read; the old one stays in force.', {
        cause,
      });
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
      // An upstream that does not answer this time keeps the list it gave before.
      discovered = new Map([...discovered, ...models]);
      build(host, declared);
    },
  };
}

/**
 * Shares one read of the store among all who ask at the same time. A host may stop in the middle of a
 * read, which then never ends; so another one begins after a while.
 */
function createRefresher(
  read: () => Promise<void>,
  clock: Clock,
): Pick<ManagedConfiguration, 'refresh' | 'refreshNow'> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: { readonly since: number; readonly answer: Promise<void> } | undefined;
  const ask = async (): Promise<void> => {
    const now = clock.monotonic();
    if (asking === undefined || now - asking.since >= answerTimeoutMs) {
      asking = { since: now, answer: read() };
    }
    const mine = asking;
    await mine.answer;
    askedAt = clock.monotonic();
    if (asking === mine) asking = undefined;
  };
  return {
    refresh: async () => {
      if (clock.monotonic() - askedAt >= freshMs) await ask();
    },
    // A read that runs already may not see the change.
    refreshNow: async () => {
      await asking?.answer;
      await ask();
    },
  };
}

function report(log: Logger, problems: readonly EntityProblem[]): void {
  for (const { kind, name, path, message } of problems) {
    log('error', 'A part of the configuration in the store cannot be used and is left out.', {
      kind,
      name,
      path: path.join('.'),
      problem: message,
    });
  }
}
