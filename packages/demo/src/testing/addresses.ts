/** The URLs that clients of each dialect call, below the base URL of the demo. */
import { codecOf, dialectIds, type DialectId } from '@parley/protocol';
import { demoBaseUrls } from '../route.ts';

export function generationUrl(dialect: DialectId, model: string, stream = false): string {
  return baseOf(dialect) + codecOf(dialect).wire.paths.generate({ model, stream });
}

export const countingDialects = dialectIds.filter(
  (dialect) => codecOf(dialect).wire.paths.countTokens !== undefined,
);

export function countUrl(dialect: DialectId, model: string): string {
  return baseOf(dialect) + (codecOf(dialect).wire.paths.countTokens?.(model) ?? '');
}

function baseOf(dialect: DialectId): string {
  return demoBaseUrls[dialect] + (codecOf(dialect).wire.versions[0] ?? '');
}

export const embeddingsUrl = 'demo://builtin/v1/embeddings';

export function geminiUrl(model: string, action: string): string {
  return `demo://builtin/v1beta/models/${model}:${action}`;
}
