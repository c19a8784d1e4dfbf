/** Starts a gateway with its store, and prepares one without a terminal; used by the entry of every runtime. */
import { createAdmin, createAlerts, createTraces, type AdminOptions } from '@parley/admin/host';
import {
  createGateway,
  type Gateway,
  type GatewayOptions,
  type Logger,
  type Store,
} from '@parley/core';
import type { LoadedConfiguration } from '../configuration/load.ts';
import { findSecretKey } from '../configuration/secret-key.ts';
import type { Environment } from '../configuration/substitution.ts';
import { openStore, type OpenedStore, type StoreSettings } from '../store/open-store.ts';
import { acceptAdminToken } from './first-secrets.ts';
import { warnOfMisspelledVariables } from './misspelled-variables.ts';

export type { MetricFamily, MetricsPeers } from '@parley/admin/host';

/** What `startHost` needs of the runtime. */
export interface HostSettings extends Pick<StoreSettings, 'openOwnStore' | 'poolSize'> {
  readonly environment: Environment;
  readonly loaded: LoadedConfiguration;
  readonly log: Logger;
  /** The version of the application, which upstreams see in `user-agent`. */
  readonly version: string;
  /** The runtime, such as `node 24`, as operators see it. */
  readonly runtime?: string | undefined;
  /** Ports of the host that replace the defaults of core. */
  readonly parts?: Pick<GatewayOptions, 'transport' | 'outbox' | 'limits' | 'load' | 'decoders'> &
    AdminOptions;
}

/** A running gateway and its store. */
export interface StartedHost {
  readonly settings: HostSettings;
  readonly gateway: Gateway;
  readonly store: Store;
  readonly database: Pick<OpenedStore, 'description' | 'isNew'>;
  /** Closes the gateway (see `Gateway.close`), then the store. */
  close(graceMs?: number): Promise<void>;
}

/**
 * Opens the store and creates the gateway.
 * @throws ConfigurationError for an invalid configuration or variable
 * @throws StoreUnavailableError when the store cannot be opened
 */
export async function startHost(settings: HostSettings): Promise<StartedHost> {
  const { environment, loaded, log, version, runtime } = settings;
  // The console is loaded when it is first opened: most of a gateway's work never needs it.
  const {
    console = () => import('@parley/console'),
    metrics,
    hostMetrics,
    ...parts
  } = settings.parts ?? {};
  const { configuration, origins } = loaded;
  const chosenKey = findSecretKey(environment);
  const {
    store,
    secretKey: keptKey,
    ...database
  } = await openStore({ ...settings, configuration });
  try {
    const gateway = createGateway({
      store,
      configuration,
      origins,
      facts: { ...(runtime !== undefined && { runtime }), store: database.description },
      log,
      version,
      extensions: [createAdmin({ console, metrics, hostMetrics }), createTraces(), createAlerts()],
      ...parts,
      secretKey: chosenKey ?? keptKey,
    });
    const close = async (graceMs?: number): Promise<void> => {
      await gateway.close(graceMs);
      await store.close();
    };
    return { settings, gateway, store, database, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Prepares a gateway without a terminal, such as a cloud function: no secret is created or printed, and
 * the admin API accepts the token in `PARLEY_ADMIN_TOKEN`. When that fails, it closes the host, because a runtime that
 * tries again starts another.
 * @throws ConfigurationError when that variable is not an admin token
 */
export async function prepareUnattended(host: StartedHost): Promise<void> {
  try {
    await acceptOperators(host);
    await host.gateway.discover();
  } catch (error) {
    await host.close();
    throw error;
  }
}

async function acceptOperators({ settings, store }: StartedHost): Promise<void> {
  const { environment, log } = settings;
  warnOfMisspelledVariables(environment, log);
  const accepted = await acceptAdminToken(store, environment);
  if (!accepted && (await store.listAdminTokens()).length === 0) {
    log('warn', 'The admin API is off, because there is no admin token: set PARLEY_ADMIN_TOKEN.');
  }
}
