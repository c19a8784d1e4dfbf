// The names of the headers of rate limits, for the definitions of wires and for the waits that responses state.
import type { RateHeaders } from '../wire.ts';

/** As OpenAI's page on rate limits names them. @param subject such as `requests` */
export function openaiLimit(subject: string): RateHeaders {
  return nameHeaders((kind) => `x-ratelimit-${kind}-${subject}`);
}

/** As Anthropic's page on rate limits names them. @param subject such as `input-tokens` */
export function anthropicLimit(subject: string): RateHeaders {
  return nameHeaders((kind) => `anthropic-ratelimit-${subject}-${kind}`);
}

function nameHeaders(name: (kind: string) => string): RateHeaders {
  return { limit: name('limit'), remaining: name('remaining'), reset: name('reset') };
}
