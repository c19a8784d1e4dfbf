/** `parley config export`: the effective configuration as YAML, with variables in place of secrets. */
import { entityKinds, findProvider, type Configuration } from '@parley/core';
import { listEntities, type EntityView } from '@parley/admin';
import type { Environment } from '@parley/host';
import { stringify } from 'yaml';
import { createJsonCommand } from '../command.ts';
import { omitUndefined } from '../input.ts';
import { say, writeJson } from '../output.ts';
import { withReadingSession, type Session } from '../session.ts';

/** The section of the file that declares each kind of entity. */
export const sections = {
  upstream: 'upstreams',
  model: 'models',
  group: 'groups',
  price: 'prices',
} as const;

/** Every entity of the file, the environment and the store. */
export async function listAll({ operator }: Session): Promise<readonly EntityView[]> {
  const lists = await Promise.all(entityKinds.map((kind) => listEntities(operator, kind)));
  return lists.flat();
}

export const createExport = () =>
  createJsonCommand('export', {
    summary: 'Print the effective configuration, without secrets',
    examples: ['parley config export > parley.yaml', 'parley config export --json'],
  }).action((options) =>
    withReadingSession(options, async (session) => {
      const configuration = assemble(session, await listAll(session));
      const text = stringify(configuration);
      if (options.json) writeJson(configuration);
      else process.stdout.write(text);
      const unset = listVariables(text).filter((name) => !session.environment[name]);
      if (unset.length > 0) {
        say(`Secrets are left out. Set these variables to use the file: ${unset.join(', ')}.`);
      }
    }),
  );

function assemble(session: Session, entities: readonly EntityView[]): Record<string, unknown> {
  const { environment, operator } = session;
  const { store, sign_in: signIn, traces, alerts, ...host } = operator.configuration.host();
  const parts = entityKinds.map((kind) => {
    const own = entities.filter(({ object }) => object === kind);
    const value =
      kind === 'price'
        ? own.map(({ configuration }) => configuration)
        : Object.fromEntries(own.map((entity) => [entity.name, nameSecrets(entity, session)]));
    return [sections[kind], value] as const;
  });
  const replaced = new Set<string>(Object.values(sections));
  const others = Object.entries(host).filter(([name]) => !replaced.has(name));
  return omitUndefined({
    ...Object.fromEntries(parts),
    ...escapePlaceholders(Object.fromEntries(others)),
    store: store && nameAddresses(store, environment),
    sign_in: signIn && nameClientSecret(signIn),
    traces: traces && nameTraceHeaders(traces),
    alerts: alerts && nameWebhooks(alerts),
  });
}

/** Replaces each secret by the variable that contains it, otherwise by a new variable that must be set. */
function nameSecrets(
  { object, name, configuration, credential }: EntityView,
  { environment, loaded }: Session,
): Record<string, unknown> {
  const plain = escapePlaceholders(configuration);
  if (object !== 'upstream') return plain;
  const secrets = loaded.configuration.upstreams[name];
  const own = `PARLEY_${toVariable(name)}`;
  const provider = findProvider(String(configuration['provider']));
  const usual = provider?.credentialEnvironment.find(
    (variable) =>
      environment[variable] !== undefined && environment[variable] === secrets?.credential,
  );
  const headers = nameHeaders(own, configuration['headers'] ?? {});
  const hasSecretProxy = secrets?.proxy !== undefined && secrets.proxy !== configuration['proxy'];
  return {
    ...plain,
    ...(hasSecretProxy && { proxy: `\${${own}_PROXY}` }),
    ...(credential === 'set' && { credential: `\${${usual ?? `${own}_CREDENTIAL`}}` }),
    ...headers,
  };
}

/** Replaces the value of each header by a variable whose name begins with a prefix. */
function nameHeaders(prefix: string, headers: object): Record<string, unknown> {
  const named = Object.keys(headers).map(
    (header) => [header, `\${${prefix}_${toVariable(header)}}`] as const,
  );
  return named.length > 0 ? { headers: Object.fromEntries(named) } : {};
}

function nameTraceHeaders({
  headers = {},
  ...rest
}: NonNullable<Configuration['traces']>): Record<string, unknown> {
  return { ...escapePlaceholders(rest), ...nameHeaders('PARLEY_TRACES', headers) };
}

/** Replaces the URL of each webhook, which may hold its credential, and its secret by variables. */
function nameWebhooks({
  webhooks,
  ...rest
}: NonNullable<Configuration['alerts']>): Record<string, unknown> {
  const named = Object.entries(webhooks).map(([name, { secret, ...webhook }]) => {
    const own = `PARLEY_WEBHOOK_${toVariable(name)}`;
    const url = `\${${own}_URL}`;
    return [name, { ...webhook, url, ...(secret && { secret: `\${${own}_SECRET}` }) }] as const;
  });
  return { ...rest, webhooks: Object.fromEntries(named) };
}

/** Replaces the client secret of the identity provider by a variable. */
function nameClientSecret({
  oidc,
  ...rest
}: NonNullable<Configuration['sign_in']>): Record<string, unknown> {
  if (oidc === undefined) return rest;
  const plain = escapePlaceholders({ ...rest, oidc });
  const secret = { client_secret: '${PARLEY_OIDC_CLIENT_SECRET}' };
  return { ...plain, oidc: { ...(plain['oidc'] as object), ...secret } };
}

/** Replaces the URLs of databases, which contain passwords, by variables. */
function nameAddresses(
  store: NonNullable<Configuration['store']>,
  environment: Environment,
): Record<string, string> {
  const usual = environment['DATABASE_URL'] === store.url ? 'DATABASE_URL' : 'PARLEY_DATABASE_URL';
  return {
    ...(store.url !== undefined && { url: `\${${usual}}` }),
    ...(store.redis !== undefined && { redis: '${PARLEY_REDIS_URL}' }),
  };
}

/** What looks like a variable in a value that is in force was escaped in the file. */
function escapePlaceholders(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const escaped = JSON.stringify(value).replaceAll('${', () => '$${');
  return JSON.parse(escaped) as Record<string, unknown>;
}

function toVariable(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
}

function listVariables(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/(?<!\$)\$\{(\w+)\}/g)].map(([, name = '']) => name))];
}
