// Probes of finish reasons for the table of translations.
import { chatChoice, geminiCandidate, type Probe, type ProbeGroup } from './probe.ts';
import { hi, messagesReply } from './reply-parts.ts';

const ends: readonly Probe[] = [
  {
    feature: 'finish reason: output limit',
    bodies: {
      'openai-chat': chatChoice({ content: 'Hi' }, 'length'),
      'anthropic-messages': messagesReply([hi], 'max_tokens'),
      'gemini-generate': geminiCandidate([{ text: 'Hi' }], 'MAX_TOKENS'),
      'openai-responses': {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      },
    },
  },
  {
    feature: 'finish reason: full context window',
    bodies: { 'anthropic-messages': messagesReply([hi], 'model_context_window_exceeded') },
  },
  {
    feature: 'finish reason: stop string',
    bodies: { 'anthropic-messages': { stop_reason: 'stop_sequence', stop_sequence: 'END' } },
  },
  {
    feature: 'finish reason: pause of a long turn',
    bodies: { 'anthropic-messages': messagesReply([hi], 'pause_turn') },
  },
  {
    feature: 'finish reason: content filter',
    bodies: {
      'openai-chat': chatChoice({ content: 'Hi' }, 'content_filter'),
      'anthropic-messages': messagesReply([hi], 'refusal'),
      'gemini-generate': geminiCandidate([{ text: 'Hi' }], 'SAFETY'),
      'openai-responses': {
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
      },
    },
  },
  {
    feature: 'finish reason: error of the model',
    bodies: {
      'gemini-generate': { candidates: [{ index: 0, finishReason: 'MALFORMED_FUNCTION_CALL' }] },
    },
  },
];

const usage: readonly Probe[] = [
  {
    feature: 'cached input tokens',
    bodies: {
      'openai-chat': {
        usage: {
          prompt_tokens: 9,
          completion_tokens: 3,
          total_tokens: 12,
          prompt_tokens_details: { cached_tokens: 5 },
        },
      },
      'anthropic-messages': {
        usage: { input_tokens: 4, cache_read_input_tokens: 5, output_tokens: 3 },
      },
      'gemini-generate': {
        usageMetadata: {
          promptTokenCount: 9,
          cachedContentTokenCount: 5,
          candidatesTokenCount: 3,
          totalTokenCount: 12,
        },
      },
      'openai-responses': {
        usage: {
          input_tokens: 9,
          input_tokens_details: { cached_tokens: 5 },
          output_tokens: 3,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: 12,
        },
      },
    },
  },
  {
    feature: 'no usage reported',
    bodies: {
      'openai-chat': { usage: null },
      'anthropic-messages': { usage: null },
      'gemini-generate': { usageMetadata: null },
      'openai-responses': { usage: null },
    },
  },
];

export const endingProbes: ProbeGroup = {
  title: 'Finish reason and usage',
  kind: 'reply',
  probes: [...ends, ...usage],
};
