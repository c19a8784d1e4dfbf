import type { Group, Route } from './snapshot.ts';

/**
 * Before names that a model picker would hide. Claude Code shows only ids that begin with `claude`
 * or `anthropic` (code.claude.com, gateway protocol).
 */
export const aliasPrefix = 'anthropic/';

/** The name under which a picker shows a route, or nothing when it shows the call name itself. */
export function aliasOf({ fingerprint }: Group, { callName }: Route): string | undefined {
  if (callName.startsWith('claude') || callName.startsWith('anthropic')) return undefined;
  const prefix = fingerprint === undefined ? '' : `${fingerprint}/`;
  return `${aliasPrefix}${prefix}${callName}`;
}
