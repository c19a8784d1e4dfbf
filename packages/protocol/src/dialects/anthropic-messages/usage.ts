// Decodes and encodes token counts of Anthropic Messages, for replies, streams and observers.
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { addToolUses, fitUsage, type StatedUsage } from '../../canonical/stated-usage.ts';
import { noUsage, servicesOf, tokenCount, type Usage } from '../../canonical/usage.ts';
import { objectOf } from '../../shared/json-fields.ts';
import type { MessageUsage, TokenUsage } from './types.ts';
import { wireOfReplyTier } from './tables.ts';

const searches = 'web_search_requests';

/**
 * Decodes a usage object: `input_tokens` excludes cached tokens, `output_tokens` includes reasoning, and
 * there is no total. Cache writes without a stated lifetime count as five-minute ones. A compaction of the
 * conversation has counts of its own, which are added.
 */
export function decodeUsage(claims: Readonly<Record<string, unknown>>): Usage {
  const stated = readCounts(claims);
  for (const compaction of compactionsOf(claims)) addCounts(stated, readCounts(compaction));
  const { service_tier: tier, speed, inference_geo: region, server_tool_use: tools } = claims;
  const usage = { ...fitUsage({ ...stated, total: 0 }), ...servicesOf(tier, speed, region) };
  return addToolUses(usage, [['web_search', objectOf(tools)[searches]]]);
}

const countNames = [
  'prompt',
  'completion',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'reasoning',
] as const satisfies readonly (keyof StatedUsage)[];

type Counts = Record<(typeof countNames)[number], number>;

function readCounts(claims: Readonly<Record<string, unknown>>): Counts {
  const lifetimes = isJsonObject(claims['cache_creation']) ? claims['cache_creation'] : {};
  const hour = tokenCount(lifetimes['ephemeral_1h_input_tokens']);
  const fiveMinutes = tokenCount(lifetimes['ephemeral_5m_input_tokens']);
  const written = Math.max(tokenCount(claims['cache_creation_input_tokens']), hour + fiveMinutes);
  const details = isJsonObject(claims['output_tokens_details'])
    ? claims['output_tokens_details']
    : {};
  const cacheRead = tokenCount(claims['cache_read_input_tokens']);
  return {
    prompt: tokenCount(claims['input_tokens']) + cacheRead + written,
    completion: tokenCount(claims['output_tokens']),
    cacheRead,
    cacheWrite5m: written - hour,
    cacheWrite1h: hour,
    reasoning: tokenCount(details['thinking_tokens']),
  };
}

/** The iterations that the counts of the message do not include (the SDK's `BetaUsage.iterations`). */
function compactionsOf({ iterations }: Readonly<Record<string, unknown>>): JsonObject[] {
  if (!Array.isArray(iterations)) return [];
  return iterations.filter(isJsonObject).filter(({ type }) => type === 'compaction');
}

/** A sum beyond what a count can have is left as it was. */
function addCounts(sum: Counts, counts: Counts): void {
  for (const name of countNames) sum[name] = tokenCount(sum[name] + counts[name]) || sum[name];
}

export function encodeTokenUsage(usage: Usage = noUsage): TokenUsage {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite5m,
      ephemeral_1h_input_tokens: usage.cacheWrite1h,
    },
    output_tokens: usage.output + usage.reasoning,
    output_tokens_details: usage.reasoning > 0 ? { thinking_tokens: usage.reasoning } : null,
    server_tool_use: null,
  };
}

export function encodeMessageUsage(usage: Usage | undefined, tier?: string): MessageUsage {
  return {
    ...encodeTokenUsage(usage),
    inference_geo: null,
    service_tier: wireOfReplyTier.get(tier ?? '') ?? null,
    speed: null,
  };
}

const inputCounts = [
  'input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

/** Fields that state prompt tokens. */
const inputNames: ReadonlySet<string> = new Set([...inputCounts, 'cache_creation']);

/** Tracks the usage of one stream: later reports replace earlier ones, field by field. */
export class UsageClaims {
  #claims: JsonObject = {};

  /** Reads a `usage` object; anything else is ignored. */
  take(claims: unknown): Usage | undefined {
    if (!isJsonObject(claims)) return undefined;
    // A prompt always has tokens: some servers end with zeros instead of omitting the input.
    const tellsInput = inputCounts.some((name) => tokenCount(claims[name]) > 0);
    const given = Object.entries(claims).filter(([name, claim]) => {
      if (name === 'server_tool_use') return tokenCount(objectOf(claim)[searches]) > 0;
      return claim !== null && (tellsInput || !inputNames.has(name));
    });
    this.#claims = { ...this.#claims, ...Object.fromEntries(given) };
    return decodeUsage(this.#claims);
  }
}
