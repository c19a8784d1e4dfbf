import type { DialectId } from '@parley/protocol';
import { firstDialect } from './dialects.ts';
import type { Provider } from './provider.ts';

const credentialEnding = /_(?:API_KEY|API_TOKEN|ACCESS_TOKEN|ACCESS_KEY|KEY|TOKEN|PAT)$/;

/**
 * The environment variables that replace a provider's base address, by dialect. Where the provider
 * names none, its credential's name gives the rule: `GROQ_API_KEY` makes `GROQ_BASE_URL`; without a
 * credential its id does, as in `OLLAMA_BASE_URL`.
 */
export function baseUrlVariables(provider: Provider): ReadonlyMap<DialectId, readonly string[]> {
  const named = Object.entries(provider.baseUrlEnvironment ?? {}) as [DialectId, string[]][];
  if (named.length > 0) return new Map(named);
  const dialect = firstDialect(provider);
  if (dialect === undefined || provider.transport !== undefined) return new Map();
  const credential = provider.credentialEnvironment[0];
  const prefix = credential?.replace(credentialEnding, '') ?? variableOf(provider.id);
  return new Map([[dialect, [`${prefix}_BASE_URL`]]]);
}

function variableOf(id: string): string {
  return id.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
