// Probes of replies for the table of translations.
import { chatChoice, geminiCandidate, png, writeMessage, type ProbeGroup } from './probe.ts';
import { chatCall, hi, messagesReply, outputText, responseCall } from './reply-parts.ts';

const drawing = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: png };
const likelyTokens = [
  {
    ...{ token: 'Hi', logprob: -0.1, bytes: [72, 105] },
    top_logprobs: [{ token: 'Yo', logprob: -2, bytes: [89, 111] }],
  },
  { token: '.', logprob: -0.2, bytes: [46], top_logprobs: [] },
];
const call = responseCall('call_1', 'get_weather');

export const replyProbes: ProbeGroup = {
  title: 'Replies',
  kind: 'reply',
  probes: [
    {
      feature: 'text with parallel tool calls',
      bodies: {
        'openai-chat': chatChoice(
          { content: 'Hi.', tool_calls: [chatCall('c1', 'f'), chatCall('c2', 'g')] },
          'tool_calls',
        ),
        'anthropic-messages': messagesReply(
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
      bodies: {
        'openai-chat': chatChoice({ content: 'Hi.', reasoning_content: 'Hm.' }, 'stop'),
        'anthropic-messages': messagesReply([
          { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' },
          hi,
        ]),
        'gemini-generate': geminiCandidate(
          [{ text: 'Hm.', thought: true }, { text: 'Hi.' }],
          'STOP',
        ),
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
      feature: 'a refusal',
      bodies: {
        'openai-chat': chatChoice({ refusal: 'I cannot.' }, 'stop'),
        'openai-responses': {
          output: [writeMessage({ type: 'refusal', refusal: 'I cannot.' })],
        },
      },
    },
    {
      feature: 'citations of web pages',
      bodies: {
        'openai-chat': chatChoice(
          {
            content: 'Hi.',
            annotations: [
              {
                type: 'url_citation',
                url_citation: {
                  url: 'https://a.example/',
                  title: 'A',
                  start_index: 0,
                  end_index: 2,
                },
              },
            ],
          },
          'stop',
        ),
        'anthropic-messages': messagesReply([
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
      bodies: {
        'anthropic-messages': messagesReply([
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
      feature: 'calls and results of server tools',
      bodies: {
        'anthropic-messages': messagesReply([
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
      feature: 'a generated image',
      bodies: {
        'openai-chat': chatChoice(
          {
            content: 'Hi.',
            images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }],
          },
          'stop',
        ),
        'gemini-generate': geminiCandidate(
          [{ text: 'Hi.' }, { inlineData: { mimeType: 'image/png', data: png } }],
          'STOP',
        ),
        'openai-responses': {
          output: [writeMessage(outputText()), drawing],
        },
      },
    },
    {
      feature: 'the prompt that a generated image was made from',
      bodies: {
        'openai-responses': {
          output: [writeMessage(outputText()), { ...drawing, revised_prompt: 'A dot.' }],
        },
      },
      omitted: { 'openai-responses': { output: [writeMessage(outputText()), drawing] } },
    },
    {
      feature: 'the program that made a call',
      bodies: {
        'openai-responses': {
          output: [{ ...call, caller: { type: 'program', caller_id: 'call_0' } }],
        },
      },
      omitted: { 'openai-responses': { output: [call] } },
    },
    {
      feature: 'several replies',
      bodies: {
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
      feature: 'token probabilities of replies',
      bodies: {
        'openai-chat': chatChoice({ content: 'Hi.' }, 'stop', {
          logprobs: {
            content: likelyTokens,
            refusal: null,
          },
        }),
        'gemini-generate': geminiCandidate([{ text: 'Hi.' }], 'STOP', {
          logprobsResult: {
            chosenCandidates: [
              { token: 'Hi', tokenId: 7, logProbability: -0.1 },
              { token: '.', tokenId: 8, logProbability: -0.2 },
            ],
            topCandidates: [
              { candidates: [{ token: 'Yo', tokenId: 9, logProbability: -2 }] },
              { candidates: [] },
            ],
          },
        }),
        'openai-responses': {
          output: [writeMessage(outputText({ logprobs: likelyTokens }))],
        },
      },
    },
  ],
};
