/** The checks of `parley doctor`, each of which returns a finding. */
import { createServer } from 'node:http';
import { discoverModels, redactSecrets, type Upstream } from '@parley/core';
import { decodeEntities } from '@parley/core/extension';
import { StoreEmptyError, StoreVersionError } from '@parley/core/store';
import { checkLedger, listAdminTokens, testWebhook } from '@parley/admin';
import { checkRedis, findRedisUrl, findSecretKey, type Environment } from '@parley/host';
import { findDataFolder, probeDataFolder, type ListenAddress } from '@parley/host/disk';
import { commandLine } from '../../command-line.ts';
import { reachableUrl } from '../../server/gateway-probe.ts';
import { listen, ListenError } from '../../server/listen.ts';
import { readEnvironmentProxies } from '../../transport/environment-proxies.ts';
import { createUndiciTransport } from '../../transport/undici-transport.ts';
import { chooseEnvironment, loadFor, type Session, type SessionOptions } from '../session.ts';

/** The result of a check. */
export interface Finding {
  /** What was checked, such as `database`. */
  readonly check: string;
  readonly state: 'good' | 'warning' | 'bad';
  /** One or more sentences without secrets. */
  readonly message: string;
}

/** A finding without its check. */
export type Outcome = Omit<Finding, 'check'>;

/** Runs a check; an error becomes a bad finding. */
export async function runCheck(
  check: string,
  run: () => Promise<Outcome> | Outcome,
): Promise<Finding> {
  try {
    return { check, ...(await run()) };
  } catch (error) {
    return describeFailure(check, error);
  }
}

function describeFailure(check: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  return { check, state: 'bad', message: redactSecrets(message) };
}

const oldestNode = [22, 13] as const;

export function checkRuntime(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return {
    check: 'runtime',
    state: isSupported ? 'good' : 'bad',
    message: `Node ${version}${isSupported ? '' : ` is too old; use ${oldestNode.join('.')} or newer`}.`,
  };
}

/** Checks the variables that name proxies, and warns of one that Parley does not read. */
export function checkProxies(environment: Environment): Promise<Finding> {
  return runCheck('proxy', () => {
    readEnvironmentProxies(environment);
    const isSet = (name: string) => Boolean(environment[name] ?? environment[name.toLowerCase()]);
    if (isSet('ALL_PROXY')) {
      const message = 'ALL_PROXY is not used: set HTTPS_PROXY or the `proxy` of an upstream.';
      return { state: 'warning', message };
    }
    const names = ['HTTP_PROXY', 'HTTPS_PROXY'].filter(isSet);
    const message =
      names.length === 0
        ? 'The environment names no proxy.'
        : `Upstreams are called through the proxy of ${names.join(' and ')}.`;
    return { state: 'good', message };
  });
}

/** Checks the file and the environment; each fault names its line. */
export function checkConfiguration(options: SessionOptions): Promise<Finding> {
  return runCheck('configuration', () => {
    const { file } = loadFor(options);
    findSecretKey(chooseEnvironment(options));
    const message =
      file === undefined ? 'There is no file; the environment is valid.' : `${file} is valid.`;
    return { state: 'good', message };
  });
}

/** Checks that the port is free, or that a gateway already listens there. */
export function checkPort(address: ListenAddress): Promise<Finding> {
  return runCheck('port', async () => {
    const server = createServer();
    try {
      return { state: 'good', message: `${await listen(server, address)} is free.` };
    } catch (error) {
      if (!(error instanceof ListenError) || error.heldBy !== 'parley') throw error;
      return { state: 'good', message: `Parley runs at ${reachableUrl(address)}.` };
    } finally {
      server.close();
    }
  });
}

const mebibyte = 1024 * 1024;
/** Free bytes below which the disk deserves attention. */
const wantedBytes = 100 * mebibyte;

/** Checks the folder in which settlements wait while the store is down, and by default the database is. */
export function checkDataFolder(environment: Environment): Promise<Finding> {
  return runCheck('data folder', () => {
    const folder = findDataFolder(environment);
    const free = probeDataFolder(folder);
    if (free === undefined) return { state: 'good', message: `${folder} is created when needed.` };
    const message = `${folder} can be written; ${String(Math.floor(free / mebibyte))} MiB are free.`;
    return { state: free < wantedBytes ? 'warning' : 'good', message };
  });
}

/** @param found what a gateway has left beside its database: there was one before */
export function describeMissingStore(path: string, found: readonly string[]): Finding {
  const check = 'database';
  if (found.length === 0) {
    return { check, state: 'good', message: `${path} is created by the first start.` };
  }
  const message = `${path} is missing or empty, although its folder was in use before: if there were keys or balances, restore a backup before the next start.`;
  return { check, state: 'warning', message };
}

/** Why the store cannot be opened. One that a start upgrades keeps nothing from working. */
export function describeStoreFailure(error: unknown): Finding {
  const finding = describeFailure('database', error);
  if (error instanceof StoreEmptyError) return { ...finding, state: 'good' };
  const isUpgraded = error instanceof StoreVersionError && error.isEarlier;
  return isUpgraded ? { ...finding, state: 'warning' } : finding;
}

export function checkDatabase({ operator }: Session): Promise<Finding> {
  return runCheck('database', async () => {
    await operator.store.check();
    return {
      state: 'good',
      message: 'The store can be read and written, and its tables are up to date.',
    };
  });
}

/** Checks that Redis answers. There is nothing to check without one. */
export async function checkRates({ loaded, environment }: Session): Promise<readonly Finding[]> {
  const url = findRedisUrl(loaded.configuration, environment);
  if (url === undefined) return [];
  const finding = await runCheck('redis', async () => {
    await checkRedis(url).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const message = `Redis does not answer: ${reason}. Check that it runs and that its address is right.`;
      throw new Error(message, { cause });
    });
    return { state: 'good', message: 'It answers, so gateways share the rate limits of keys.' };
  });
  return [finding];
}

export function checkLedgerTotals({ operator }: Session): Promise<Finding> {
  return runCheck('ledger', async () => {
    const { balanced, faults, entries } = await checkLedger(operator);
    return balanced
      ? { state: 'good', message: `All totals equal the sums of their entries (${entries}).` }
      : {
          state: 'bad',
          message: `${faults.length} totals are wrong; see: ${commandLine('ledger check')}`,
        };
  });
}

export function checkAdminTokens({ operator }: Session): Promise<Finding> {
  return runCheck('admin token', async () => {
    const { length } = await listAdminTokens(operator);
    return length > 0
      ? { state: 'good', message: `The admin API is on; tokens: ${length}.` }
      : {
          state: 'warning',
          message: `None exists, so the admin API is off: ${commandLine('tokens create --role admin')}`,
        };
  });
}

/** Checks what operators have entered through the admin API. There is nothing to check where they have not. */
export async function checkStoredConfiguration({ operator }: Session): Promise<readonly Finding[]> {
  const { store, cipher } = operator;
  const { entities: records } = await store.readEntities();
  if (records.length === 0) return [];
  const finding = await runCheck('stored entries', async () => {
    const { problems } = await decodeEntities(records, cipher);
    if (problems.length === 0) {
      return { state: 'good', message: `All of them can be used (${records.length}).` };
    }
    const lines = problems.map(
      ({ kind, name, path, message }) => `${[kind, name, ...path].join(' ')}: ${message}`,
    );
    return { state: 'bad', message: lines.join('\n') };
  });
  return [finding];
}

/** Milliseconds until an upstream must have listed its models, or a collector have answered. */
const upstreamTimeoutMs = 5_000;

type Transport = ReturnType<typeof createUndiciTransport>;

/** Checks that each upstream responds and accepts its credential, by requesting its models. */
export async function checkUpstreams({
  operator,
  environment,
}: Session): Promise<readonly Finding[]> {
  const { upstreams } = operator.configuration.snapshot();
  const transport = createUndiciTransport({ environment });
  try {
    return await Promise.all([...upstreams.values()].map((one) => checkUpstream(one, transport)));
  } finally {
    await transport.close();
  }
}

/** Checks that the collector of traces takes spans, by sending it none. There is nothing to check without one. */
export async function checkCollector({
  operator,
  environment,
}: Session): Promise<readonly Finding[]> {
  const { traces } = operator.configuration.snapshot();
  if (traces === undefined) return [];
  const transport = createUndiciTransport({ environment });
  const finding = await runCheck('traces', async () => {
    const { status, body } = await transport.send({
      method: 'POST',
      url: traces.endpoint,
      body: '{"resourceSpans":[]}',
      headers: { 'content-type': 'application/json', ...traces.headers },
      signal: AbortSignal.timeout(upstreamTimeoutMs),
    });
    body.cancel();
    return status >= 200 && status < 300
      ? { state: 'good', message: 'The collector takes spans.' }
      : { state: 'bad', message: `The collector answers with status ${status}.` };
  });
  await transport.close();
  return [finding];
}

/** Sends a test to each webhook of the alerts. */
export async function checkWebhooks({
  operator,
  environment,
}: Session): Promise<readonly Finding[]> {
  const { webhooks = {} } = operator.configuration.snapshot().alerts ?? {};
  const transport = createUndiciTransport({ environment });
  const findings = await Promise.all(
    Object.entries(webhooks).map(([name, webhook]) =>
      runCheck(`webhook ${name}`, async () => {
        const outcome = await testWebhook({ transport, clock: operator.clock }, webhook);
        return outcome.kind === 'taken'
          ? { state: 'good', message: 'It took a test.' }
          : { state: 'bad', message: `It did not take a test: ${outcome.reason}.` };
      }),
    ),
  );
  await transport.close();
  return findings;
}

function checkUpstream(upstream: Upstream, transport: Transport): Promise<Finding> {
  return runCheck(`upstream ${upstream.name}`, async () => {
    const { models, problem } = await discoverModels(upstream, transport, {
      timeoutMs: upstreamTimeoutMs,
    });
    if (problem !== undefined) return { state: 'bad', message: problem };
    return { state: 'good', message: `It answers and has ${models.length} models.` };
  });
}
