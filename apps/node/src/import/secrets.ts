/** Writes upstreams with a variable in place of every secret; used by the draft of an import. */
import type { Secret, UpstreamEntry } from './imported.ts';

export interface NamedUpstreams {
  readonly upstreams: Readonly<Record<string, unknown>>;
  /** The variables that must be set, in the order of the upstreams. */
  readonly variables: readonly string[];
}

/**
 * Replaces secrets by variables. A secret that is in the source itself gets one variable, named after its first
 * upstream, which the source does not use for something else.
 */
export function nameVariables(entries: ReadonlyMap<string, UpstreamEntry>): NamedUpstreams {
  const taken = new Set([...entries.values()].flatMap(listReferences));
  const variables = new Set<string>();
  const byLiteral = new Map<string, string>();
  const write = (secret: Secret, ...parts: readonly string[]) => {
    const variable =
      'variable' in secret
        ? secret.variable
        : (byLiteral.get(secret.literal) ?? chooseVariable(parts, taken));
    if ('literal' in secret) byLiteral.set(secret.literal, variable);
    taken.add(variable);
    variables.add(variable);
    return `\${${variable}}${'variable' in secret ? (secret.after ?? '') : ''}`;
  };
  const upstreams = [...entries].map(
    ([name, entry]) => [name, writeUpstream(name, entry, write)] as const,
  );
  return { upstreams: Object.fromEntries(upstreams), variables: [...variables] };
}

type Write = (secret: Secret, ...parts: readonly string[]) => string;

function writeUpstream(name: string, entry: UpstreamEntry, write: Write): Record<string, unknown> {
  const { provider, baseUrl, credential, headers, proxy, totalTimeout, models } = entry;
  const address = typeof baseUrl === 'string' ? escapeVariables(baseUrl) : baseUrl;
  return {
    provider,
    ...(address !== undefined && {
      base_url: typeof address === 'string' ? address : write(address, name, 'BASE_URL'),
    }),
    ...(credential && { credential: write(credential, name, 'CREDENTIAL') }),
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([header, secret]) => [header, write(secret, name, header)]),
      ),
    }),
    ...(proxy && { proxy: writeProxy(proxy, name, write) }),
    ...(totalTimeout !== undefined && { total_timeout: limitTimeout(totalTimeout) }),
    ...(models.size > 0 && !models.has('*') && { models: [...models].map(escapeVariables) }),
  };
}

/** A proxy without a password is no secret. */
function writeProxy(proxy: Secret, name: string, write: Write): string {
  const isPlain = 'literal' in proxy && /^https?:\/\/[^@?]+$/.test(proxy.literal);
  return isPlain ? escapeVariables(proxy.literal) : write(proxy, name, 'PROXY');
}

const longestTimeout = 86_400;

/** Elsewhere, 0 is no limit. */
function limitTimeout(seconds: number): number {
  return seconds > 0 ? Math.min(seconds, longestTimeout) : longestTimeout;
}

function listReferences({ baseUrl, credential, headers, proxy }: UpstreamEntry): readonly string[] {
  const secrets = [baseUrl, credential, proxy, ...Object.values(headers ?? {})];
  return secrets.flatMap((secret) =>
    typeof secret === 'object' && 'variable' in secret ? secret.variable : [],
  );
}

/** `['rack-2', 'CREDENTIAL']` → `PARLEY_RACK_2_CREDENTIAL`, as `config export` names it; no vendor's own variable. */
function chooseVariable(parts: readonly string[], taken: ReadonlySet<string>): string {
  const plain = parts
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '_');
  const name = `PARLEY_${plain}`;
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}_${String(number)}`)) number += 1;
  return `${name}_${String(number)}`;
}

/** A text that looks like a variable is none. */
export function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}
