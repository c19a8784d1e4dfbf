import type { Clock, Logger } from '../ports.ts';
import {
  createSnapshot,
  type DiscoveredModels,
  type Snapshot,
} from '../models/routing/snapshot.ts';
import type { EntityStore } from '../store/index.ts';
import { openEntities, type DeclaredEntity, type EntityProblem } from './entities.ts';
import { joinConfigurations } from './joining.ts';
import { noOrigins, type ConfigurationOrigins } from './origin.ts';
import type { Configuration } from './schema.ts';
import type { Sealer } from './sealing.ts';

/** How long the store's declarations are believed without asking: the longest a change takes here. */
const freshMs = 1_000;

/** How long an answer of the store is waited for before it is asked again. */
const patienceMs = 10_000;

/** The configuration of the host joined with what the store declares. */
export interface ManagedConfiguration {
  /** Today's routing. */
  snapshot(): Snapshot;
  /** What the host gave: the file and the environment. It wins over the store, name by name. */
  host(): Configuration;
  /** Everything in force: the host's with what fits of the store's. */
  joined(): Configuration;
  /** What the store declares, also what cannot be used. */
  declared(): readonly DeclaredEntity[];
  /** Where the host's values come from. */
  origins(): ConfigurationOrigins;
  /** @throws ConfigurationError when it cannot be used; the old one then stays in force */
  reload(host: Configuration, origins?: ConfigurationOrigins): void;
  learn(discovered: DiscoveredModels): void;
  /**
   * Asks the store whether its declarations have changed, if it was not asked within a second.
   * Never rejects: what cannot be read or used leaves everything as it is, and the log says so.
   */
  refresh(): Promise<void>;
  /** As `refresh`, but at once: after a change of one's own. */
  refreshNow(): Promise<void>;
}

export interface ManagedOptions {
  readonly store: EntityStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly host: Configuration;
  readonly origins?: ConfigurationOrigins;
  readonly sealer?: Sealer;
}

/** @throws ConfigurationError when the host's configuration cannot be used */
export function createManagedConfiguration(options: ManagedOptions): ManagedConfiguration {
  const { store, clock, log, sealer } = options;
  let host = options.host;
  let declared: readonly DeclaredEntity[] = [];
  let discovered: DiscoveredModels = new Map();
  let snapshot = createSnapshot(host, discovered);
  let joined = joinConfigurations([], host).configuration;
  let origins = options.origins ?? noOrigins;
  let version = 0;

  /** Gives what of the store's cannot be used. */
  const build = (
    newHost: Configuration,
    newDeclared: readonly DeclaredEntity[],
  ): readonly EntityProblem[] => {
    const { configuration, problems } = joinConfigurations(newDeclared, newHost);
    snapshot = createSnapshot(configuration, discovered);
    joined = configuration;
    host = newHost;
    declared = newDeclared;
    return problems;
  };

  const read = async (): Promise<void> => {
    try {
      if ((await store.readEntityVersion()) === version) return;
      const set = await store.readEntities();
      const { entities, problems } = await openEntities(set.entities, sealer);
      report(log, [...problems, ...build(host, entities)]);
      version = set.version;
      log('info', 'The declarations of the store are in force.', { version });
    } catch (cause) {
      log('error', 'The declarations of the store cannot be read; the old ones stay.', { cause });
    }
  };

  return {
    ...createRefresher(read, clock),
    snapshot: () => snapshot,
    host: () => host,
    joined: () => joined,
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
 * However many ask at once, the store is asked once. A question whose host stopped in the middle is
 * never answered, so that another one is asked after a while.
 */
function createRefresher(
  read: () => Promise<void>,
  clock: Clock,
): Pick<ManagedConfiguration, 'refresh' | 'refreshNow'> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: { readonly since: number; readonly answer: Promise<void> } | undefined;
  const ask = async (): Promise<void> => {
    const now = clock.monotonic();
    if (asking === undefined || now - asking.since >= patienceMs) {
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
    // What was being read may be older than the change.
    refreshNow: async () => {
      await asking?.answer;
      await ask();
    },
  };
}

function report(log: Logger, problems: readonly EntityProblem[]): void {
  for (const { kind, name, path, message } of problems) {
    log('error', 'A declaration of the store cannot be used and is left out.', {
      kind,
      name,
      path: path.join('.'),
      problem: message,
    });
  }
}
