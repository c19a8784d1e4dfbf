/** What a gateway that has begun to listen says of itself, with its first secrets; used by `run-gateway.ts`. */
import process from 'node:process';
import type { LogFormat } from '../../logging/logger.ts';
import { createBanner } from '../../start/banner-content.ts';
import {
  createFirstSecrets,
  type FirstSecrets,
  type KeptSecrets,
} from '../../start/first-secrets.ts';
import { warnOfMisspelledVariables } from '../../start/misspelled-variables.ts';
import type { StartedHost } from '../../start/start-host.ts';
import { findDataFolder } from '../data-folder.ts';
import { writeSecretsFile } from '../first-secrets-file.ts';
import { isLoopback, type ListenAddress } from './listen-address.ts';

/** What is known of a gateway that listens. */
export interface Introduction {
  readonly address: ListenAddress;
  readonly baseUrl: string;
  /** With `json`, standard error has nothing but log lines: no banner. */
  readonly logFormat?: LogFormat | undefined;
  /** Such as `node 24`. */
  readonly runtime: string;
  /** The version of the application. */
  readonly version: string;
}

/** Shows a person the banner, or writes a line to a log. The first start creates a key and an admin token. */
export async function introduce(
  host: StartedHost,
  { address, baseUrl, logFormat, runtime, version }: Introduction,
): Promise<void> {
  const { database, settings } = host;
  const { environment, loaded, log } = settings;
  if (!isLoopback(address.host)) {
    log('warn', 'Other machines can reach this gateway.', { host: address.host });
  }
  warnOfMisspelledVariables(environment, log);
  const isTTY = process.stderr.isTTY && logFormat !== 'json';
  // Only now, so that a failed start does not lose them.
  const first = await createFirstSecrets(host.store, {
    configuration: loaded.configuration,
    environment,
    // Without a terminal, the banner goes to a log, which others may read and which is kept.
    keep: isTTY ? undefined : (secrets) => writeFirstSecrets(settings, secrets),
  });
  const signsIn = isLoopback(address.host) && isTTY;
  const banner = await createBanner(host, { runtime, baseUrl, signsIn, first });
  if (logFormat !== 'json') process.stderr.write(banner);
  if (!isTTY) {
    const store = database.description;
    const configuration = loaded.source;
    log('info', 'Listening.', { address: baseUrl, version, runtime, store, configuration });
  }
}

/** Writes the first secrets to a file of the data folder; `undefined` when that fails, and none may be created. */
function writeFirstSecrets(
  { environment, log }: StartedHost['settings'],
  secrets: FirstSecrets,
): KeptSecrets | undefined {
  const folder = findDataFolder(environment);
  try {
    const kept = writeSecretsFile(folder, secrets);
    const accept = (): void => {
      kept.accept();
      log('info', 'The first key and admin token are in a file for its owner.', {
        file: kept.path,
      });
    };
    return { ...kept, accept };
  } catch (cause) {
    log('error', 'The first secrets cannot be written, so none were created.', { folder, cause });
    return undefined;
  }
}
