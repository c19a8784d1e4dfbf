import type { JsonObject } from '../../canonical/json.ts';
import {
  chatChoice,
  geminiCandidate,
  png,
  writeMessage,
  type Probe,
  type ProbeGroup,
} from './probe.ts';

const hi = { type: 'text', text: 'Hi.' };
const messages = (content: JsonObject[], stop = 'end_turn'): JsonObject => ({
  content,
  stop_reason: stop,
});
const outputText = (more: JsonObject = {}): JsonObject => ({
  type: 'output_text',
  text: 'Hi.',
  annotations: [],
  logprobs: [],
  ...more,
});
const responseCall = (id: string, name: string): JsonObject => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: '{"city":"Oslo"}',
  status: 'completed',
});
const chatCall = (id: string, name: string): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: '{"city":"Oslo"}' },
});

const content: readonly Probe[] = [
  {
    feature: 'parallel calls beside text',
    said: {
      'openai-chat': chatChoice(
        { content: 'Hi.', tool_calls: [chatCall('c1', 'f'), chatCall('c2', 'g')] },
        'tool_calls',
      ),
      'anthropic-messages': messages(
        [
          hi,
          { type: 'tool_use', id: 'c1', name: 'f', input: { city: 'Oslo' } },
          { type: 'tool_use', id: 'c2', name: 'g', input: { city: 'Oslo' } },
        ],
        'tool_use',
      ),
      'gemini-generate': geminiCandidate(
        [
          { text: 'Hi.' },
          { functionCall: { id: 'c1', name: 'f', args: { city: 'Oslo' } } },
          { functionCall: { id: 'c2', name: 'g', args: { city: 'Oslo' } } },
        ],
        'STOP',
      ),
      'openai-responses': {
        output: [writeMessage(outputText()), responseCall('c1', 'f'), responseCall('c2', 'g')],
      },
    },
  },
  {
    feature: 'reasoning',
    said: {
      'openai-chat': chatChoice({ content: 'Hi.', reasoning_content: 'Hm.' }, 'stop'),
      'anthropic-messages': messages([
        { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' },
        hi,
      ]),
      'gemini-generate': geminiCandidate([{ text: 'Hm.', thought: true }, { text: 'Hi.' }], 'STOP'),
      'openai-responses': {
        output: [
          {
            type: 'reasoning',
            id: 'rs_1',
            summary: [{ type: 'summary_text', text: 'Hm.' }],
            encrypted_content: 'gAAA',
          },
          writeMessage(outputText()),
        ],
      },
    },
  },
  {
    feature: 'a refusal in words',
    said: {
      'openai-chat': chatChoice({ refusal: 'I cannot.' }, 'stop'),
      'openai-responses': {
        output: [writeMessage({ type: 'refusal', refusal: 'I cannot.' })],
      },
    },
  },
  {
    feature: 'citations of web pages',
    said: {
      'openai-chat': chatChoice(
        {
          content: 'Hi.',
          annotations: [
            {
              type: 'url_citation',
              url_citation: { url: 'https://a.example/', title: 'A', start_index: 0, end_index: 2 },
            },
          ],
        },
        'stop',
      ),
      'anthropic-messages': messages([
        {
          ...hi,
          citations: [
            {
              type: 'web_search_result_location',
              url: 'https://a.example/',
              title: 'A',
              cited_text: 'Hello',
              encrypted_index: 'Eo8B',
            },
          ],
        },
      ]),
      'gemini-generate': geminiCandidate([{ text: 'Hi.' }], 'STOP', {
        groundingMetadata: {
          groundingChunks: [{ web: { uri: 'https://a.example/', title: 'A' } }],
          groundingSupports: [
            { segment: { startIndex: 0, endIndex: 2, text: 'Hi' }, groundingChunkIndices: [0] },
          ],
        },
      }),
      'openai-responses': {
        output: [
          writeMessage(
            outputText({
              annotations: [
                {
                  type: 'url_citation',
                  url: 'https://a.example/',
                  title: 'A',
                  start_index: 0,
                  end_index: 2,
                },
              ],
            }),
          ),
        ],
      },
    },
  },
  {
    feature: 'citations of documents',
    said: {
      'anthropic-messages': messages([
        {
          ...hi,
          citations: [
            {
              type: 'char_location',
              cited_text: 'Hello',
              document_index: 0,
              document_title: 'A',
              start_char_index: 0,
              end_char_index: 5,
            },
          ],
        },
      ]),
      'openai-responses': {
        output: [
          writeMessage(
            outputText({
              annotations: [
                { type: 'file_citation', file_id: 'file-1', filename: 'a.pdf', index: 2 },
              ],
            }),
          ),
        ],
      },
    },
  },
  {
    feature: 'what a vendor’s tool did',
    said: {
      'anthropic-messages': messages([
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'a' } },
        { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
        hi,
      ]),
      'gemini-generate': geminiCandidate(
        [{ executableCode: { language: 'PYTHON', code: '1' } }, { text: 'Hi.' }],
        'STOP',
      ),
      'openai-responses': {
        output: [
          {
            type: 'web_search_call',
            id: 'ws_1',
            status: 'completed',
            action: { type: 'search', query: 'a' },
          },
          writeMessage(outputText()),
        ],
      },
    },
  },
  {
    feature: 'an image',
    said: {
      'gemini-generate': geminiCandidate(
        [{ text: 'Hi.' }, { inlineData: { mimeType: 'image/png', data: png } }],
        'STOP',
      ),
      'openai-responses': {
        output: [
          writeMessage(outputText()),
          { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: png },
        ],
      },
    },
  },
  {
    feature: 'several answers',
    said: {
      'openai-chat': {
        choices: [0, 1].map((index) => ({
          index,
          message: { role: 'assistant', content: 'Hi.' },
          finish_reason: 'stop',
        })),
      },
      'gemini-generate': {
        candidates: [0, 1].map((index) => ({
          index,
          content: { role: 'model', parts: [{ text: 'Hi.' }] },
          finishReason: 'STOP',
        })),
      },
    },
  },
  {
    feature: 'token probabilities',
    said: {
      'openai-chat': chatChoice({ content: 'Hi.' }, 'stop', {
        logprobs: {
          content: [{ token: 'Hi.', logprob: -0.1, bytes: [72, 105, 46], top_logprobs: [] }],
          refusal: null,
        },
      }),
      'gemini-generate': geminiCandidate([{ text: 'Hi.' }], 'STOP', {
        logprobsResult: {
          chosenCandidates: [{ token: 'Hi.', tokenId: 7, logProbability: -0.1 }],
          topCandidates: [],
        },
      }),
      'openai-responses': {
        output: [
          writeMessage(
            outputText({
              logprobs: [{ token: 'Hi.', logprob: -0.1, bytes: [72, 105, 46], top_logprobs: [] }],
            }),
          ),
        ],
      },
    },
  },
];

const ends: readonly Probe[] = [
  {
    feature: 'the end at the output limit',
    said: {
      'openai-chat': chatChoice({ content: 'Hi' }, 'length'),
      'anthropic-messages': messages([hi], 'max_tokens'),
      'gemini-generate': geminiCandidate([{ text: 'Hi' }], 'MAX_TOKENS'),
      'openai-responses': {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      },
    },
  },
  {
    feature: 'the end at a full context window',
    said: { 'anthropic-messages': messages([hi], 'model_context_window_exceeded') },
  },
  {
    feature: 'the end at a stop string',
    said: { 'anthropic-messages': { stop_reason: 'stop_sequence', stop_sequence: 'END' } },
  },
  {
    feature: 'a pause of a long turn',
    said: { 'anthropic-messages': messages([hi], 'pause_turn') },
  },
  {
    feature: 'the end by a filter',
    said: {
      'openai-chat': chatChoice({ content: 'Hi' }, 'content_filter'),
      'anthropic-messages': messages([hi], 'refusal'),
      'gemini-generate': geminiCandidate([{ text: 'Hi' }], 'SAFETY'),
      'openai-responses': {
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
      },
    },
  },
  {
    feature: 'the end by a mistake of the model',
    said: {
      'gemini-generate': { candidates: [{ index: 0, finishReason: 'MALFORMED_FUNCTION_CALL' }] },
    },
  },
];

const usage: readonly Probe[] = [
  {
    feature: 'tokens read from the cache',
    said: {
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
    feature: 'no usage at all',
    said: {
      'openai-chat': { usage: null },
      'anthropic-messages': { usage: null },
      'gemini-generate': { usageMetadata: null },
      'openai-responses': { usage: null },
    },
  },
];

export const replyProbes: readonly ProbeGroup[] = [
  { title: 'Answers', kind: 'reply', probes: content },
  { title: 'How an answer ends, and what it cost', kind: 'reply', probes: [...ends, ...usage] },
];

/** The state itself; whoever asks for it back looks for this. */
export const seal = 'c2VhbGVk';

/** State that the vendor wants back with the next request. */
export const stateProbes: ProbeGroup = {
  title: 'State of the vendor, back in the second turn',
  kind: 'second-turn',
  probes: [
    {
      feature: 'reasoning with its signature, or in encrypted form',
      said: {
        'anthropic-messages': messages(
          [
            { type: 'thinking', thinking: 'Hm.', signature: seal },
            { type: 'tool_use', id: 'c1', name: 'f', input: {} },
          ],
          'tool_use',
        ),
        'openai-responses': {
          output: [
            { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: seal },
            responseCall('c1', 'f'),
          ],
        },
      },
    },
    {
      feature: 'hidden reasoning',
      said: {
        'anthropic-messages': messages(
          [
            { type: 'redacted_thinking', data: seal },
            { type: 'tool_use', id: 'c1', name: 'f', input: {} },
          ],
          'tool_use',
        ),
      },
    },
    {
      feature: 'the signature of a call',
      said: {
        'openai-chat': chatChoice(
          {
            tool_calls: [
              {
                ...chatCall('c1', 'f'),
                extra_content: { google: { thought_signature: seal } },
              },
            ],
          },
          'tool_calls',
        ),
        'gemini-generate': geminiCandidate(
          [{ functionCall: { name: 'f', args: {} }, thoughtSignature: seal }],
          'STOP',
        ),
      },
    },
    {
      feature: 'reasoning that has to be echoed',
      said: {
        'openai-chat': chatChoice(
          { reasoning_content: seal, tool_calls: [chatCall('c1', 'f')] },
          'tool_calls',
        ),
      },
    },
  ],
};
