import type { DialectId } from '@parley/protocol';
import { dialectsAtFirstAddress } from './dialects.ts';
import type { Provider } from './provider.ts';

const credentialEnding = /_(?:API_KEY|API_TOKEN|ACCESS_TOKEN|ACCESS_KEY|KEY|TOKEN|PAT)$/;

/**
 * The environment variables that replace a provider's base address, by dialect. Where the provider
 * names none, its credential's name gives the rule: `GROQ_API_KEY` makes `GROQ_BASE_URL`; without a
 * credential its id does, as in `OLLAMA_BASE_URL`. It replaces the provider's first address, for
 * every dialect that is spoken there.
 */
export function baseUrlVariables(provider: Provider): ReadonlyMap<DialectId, readonly string[]> {
  const named = Object.entries(provider.baseUrlEnvironment ?? {}) as [DialectId, string[]][];
  if (named.length > 0) return new Map(named);
  if (provider.builtIn !== undefined) return new Map();
  const credential = provider.credentialEnvironment[0];
  const prefix = credential?.replace(credentialEnding, '') ?? variableOf(provider.id);
  const names = [`${prefix}_BASE_URL`];
  return new Map(dialectsAtFirstAddress(provider).map((dialect) => [dialect, names]));
}

function variableOf(id: string): string {
  return id.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
