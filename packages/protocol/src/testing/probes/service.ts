// Probes of what a request says of its user, its service tier, caching and stored state; for the table of translations.
import { gemini, same, type Probe } from './probe.ts';

export const serviceProbes: readonly Probe[] = [
  {
    feature: 'the end user',
    bodies: {
      'openai-chat': { safety_identifier: 'user-7' },
      'anthropic-messages': { metadata: { user_id: 'user-7' } },
      'openai-responses': { safety_identifier: 'user-7' },
    },
  },
  same('metadata', { job: 'nightly' }, ['metadata', undefined, undefined, 'metadata']),
  { feature: 'labels', bodies: { 'gemini-generate': { labels: { job: 'nightly' } } } },
  {
    feature: 'service tier `flex`',
    bodies: {
      'openai-chat': { service_tier: 'flex' },
      'gemini-generate': { serviceTier: 'flex' },
      'openai-responses': { service_tier: 'flex' },
    },
  },
  {
    feature: 'a prompt cache key',
    bodies: {
      'openai-chat': { prompt_cache_key: 'session-1' },
      'openai-responses': { prompt_cache_key: 'session-1' },
    },
  },
  {
    feature: 'the lifetime of the prompt cache',
    bodies: {
      'openai-chat': { prompt_cache_retention: '24h' },
      'openai-responses': { prompt_cache_retention: '24h' },
    },
  },
  {
    feature: 'a stored prompt (`cachedContent`)',
    bodies: { 'gemini-generate': { cachedContent: 'cachedContents/1' } },
  },
  {
    feature: 'the continuation of a thread',
    bodies: {
      'anthropic-messages': { thread: { type: 'continue', previous_message_id: 'msg_1' } },
    },
  },
  {
    feature: 'a compacted conversation as the reply',
    bodies: { 'anthropic-messages': { compaction: { type: 'summarize' } } },
  },
  {
    feature: 'predicted output',
    bodies: { 'openai-chat': { prediction: { type: 'content', content: 'Hello' } } },
  },
  {
    feature: 'a reply with audio',
    bodies: {
      'openai-chat': { modalities: ['text', 'audio'], audio: { voice: 'ash', format: 'wav' } },
    },
  },
  {
    feature: 'a reply with images',
    bodies: { 'gemini-generate': gemini({ responseModalities: ['TEXT', 'IMAGE'] }) },
  },
  {
    feature: 'safety settings',
    bodies: {
      'gemini-generate': {
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' }],
      },
    },
  },
  {
    feature: 'the container of code execution',
    bodies: { 'anthropic-messages': { container: 'container_1' } },
  },
  {
    feature: 'context management',
    bodies: {
      'anthropic-messages': {
        context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      },
      'openai-responses': { truncation: 'auto' },
    },
  },
  {
    feature: 'the continuation of a stored response',
    bodies: { 'openai-responses': { previous_response_id: 'resp_0' } },
  },
  { feature: 'a reply in the background', bodies: { 'openai-responses': { background: true } } },
  {
    feature: 'a limit on calls of server tools',
    bodies: { 'openai-responses': { max_tool_calls: 3 } },
  },
];
