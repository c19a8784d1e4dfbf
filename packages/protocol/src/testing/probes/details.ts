// Probes of what replies state besides their content, for the table of translations.
import { geminiCandidate, type ProbeGroup } from './probe.ts';
import { messagesReply, hi } from './reply-parts.ts';

const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
const counts = { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 };

export const detailProbes: ProbeGroup = {
  title: 'Details of replies',
  kind: 'reply',
  probes: [
    {
      feature: 'the sources of a search, listed beside the reply',
      bodies: {
        'openai-chat': { search_results: [{ url: 'https://a.example/', title: 'A' }] },
      },
    },
    {
      feature: 'queries and suggestions of a search',
      bodies: {
        'gemini-generate': geminiCandidate([{ text: 'Hi.' }], 'STOP', {
          groundingMetadata: {
            webSearchQueries: ['a'],
            searchEntryPoint: { renderedContent: '<b>a</b>' },
          },
        }),
      },
    },
    {
      feature: 'the pages that were read',
      bodies: {
        'gemini-generate': geminiCandidate([{ text: 'Hi.' }], 'STOP', {
          urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://a.example/' }] },
        }),
      },
    },
    {
      feature: 'safety ratings',
      bodies: {
        'gemini-generate': geminiCandidate([{ text: 'Hi.' }], 'STOP', {
          safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'LOW' }],
        }),
      },
    },
    {
      feature: 'the state of the model or of its server',
      bodies: {
        'openai-chat': { system_fingerprint: 'fp_1' },
        'gemini-generate': { modelStatus: { modelStage: 'LEGACY' } },
      },
    },
    {
      feature: 'audio tokens',
      bodies: {
        'openai-chat': { usage: { ...usage, prompt_tokens_details: { audio_tokens: 4 } } },
        'gemini-generate': {
          usageMetadata: {
            ...counts,
            promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 4 }],
          },
        },
      },
    },
    {
      feature: 'image tokens',
      bodies: {
        'openai-chat': { usage: { ...usage, prompt_tokens_details: { image_tokens: 4 } } },
        'gemini-generate': {
          usageMetadata: {
            ...counts,
            candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 2 }],
          },
        },
      },
    },
    {
      feature: 'tokens of predicted output',
      bodies: {
        'openai-chat': {
          usage: { ...usage, completion_tokens_details: { accepted_prediction_tokens: 2 } },
        },
      },
    },
    {
      feature: 'the number of searches',
      bodies: {
        'anthropic-messages': {
          ...messagesReply([hi]),
          usage: {
            input_tokens: 9,
            output_tokens: 3,
            server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
          },
        },
      },
    },
  ],
};
