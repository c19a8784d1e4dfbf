import { describe, expect, it } from 'vitest';
import type { DialectId } from '../canonical/dialect.ts';
import { codecs } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';
import { lints } from '../testing/lints.ts';
import { plainReplies } from '../testing/probes/probe.ts';
import { sendReply, translateRequest } from '../testing/translation.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { readStream, replyTarget, writeStream } from '../testing/wire.ts';

/** A field of a reply: where a note places it, and a body and the chunks of a stream that state it. */
interface Field {
  readonly from: DialectId;
  readonly path: string;
  readonly whole: JsonObject;
  readonly chunks: readonly JsonObject[];
  /** Text that clients of these dialects get instead of a note. */
  readonly carried?: Readonly<Partial<Record<DialectId, string>>>;
}

function candidate(fields: JsonObject, content: JsonObject = { parts: [{ text: 'Hi.' }] }) {
  return { candidates: [{ index: 0, content, finishReason: 'STOP', ...fields }] };
}

function gemini(path: string, body: JsonObject, carried: Field['carried'] = {}): Field {
  return { from: 'gemini-generate', path, whole: body, chunks: [body], carried };
}

function chat(path: string, fields: JsonObject, carried: Field['carried'] = {}): Field {
  const choice = { index: 0, delta: { content: 'Hi.' }, finish_reason: 'stop' };
  const chunks = [{ id: 'c', ...fields, choices: [choice] }];
  return { from: 'openai-chat', path, whole: fields, chunks, carried };
}

function chatUsage(details: JsonObject) {
  const { usage } = plainReplies['openai-chat'];
  return { usage: { ...(usage as JsonObject), ...details } };
}

/** Fields of the first and the last event of a stream, and of a whole message. */
interface MessageFields {
  readonly start?: JsonObject;
  readonly end?: JsonObject;
  readonly whole: JsonObject;
}

function messages(path: string, { start = {}, end = {}, whole }: MessageFields): Field {
  const chunks = [
    { type: 'message_start', message: { id: 'm', usage: { input_tokens: 9 }, ...start } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 3 },
      ...end,
    },
    { type: 'message_stop' },
  ];
  return { from: 'anthropic-messages', path, whole, chunks };
}

function responses(path: string, given: JsonObject, carried: Field['carried'] = {}): Field {
  const reply = { ...plainReplies['openai-responses'], ...given };
  const chunks = [{ type: 'response.completed', response: reply }];
  return { from: 'openai-responses', path, whole: given, chunks, carried };
}

const address = 'https://a.example/';
const everywhere = {
  'openai-chat': address,
  'anthropic-messages': address,
  'gemini-generate': address,
  'openai-responses': address,
};
const mediaTokens = (modality: string) => [
  { modality: 'TEXT', tokenCount: 3 },
  { modality, tokenCount: 6 },
];
const audioOfGemini = { promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 4 }] };
const counts = { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 };
const withCounts = (details: JsonObject) => ({
  ...candidate({}),
  usageMetadata: { ...counts, ...details },
});
const { safetyRatings, urlContextMetadata } = {
  safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'LOW' }],
  urlContextMetadata: { urlMetadata: [{ retrievedUrl: address }] },
};
const grounding = 'candidates[0].groundingMetadata';
const predicted = { completion_tokens_details: { accepted_prediction_tokens: 2 } };
const rejected = { completion_tokens_details: { rejected_prediction_tokens: 2 } };
const searches = { server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 } };
// Chat Completions lists results, and Responses states one, or why there is none.
const result = { flagged: true, model: 'm', type: 'moderation_result' };
const unmoderated = { type: 'error', code: 'unavailable', message: 'No.' };
const moderation = { input: result, output: unmoderated };
const results = { type: 'moderation_results', model: 'm', results: [result] };
const moderations = { input: results, output: unmoderated };
const iterations = [
  { type: 'message', input_tokens: 4, output_tokens: 1 },
  { type: 'message', input_tokens: 5, output_tokens: 2 },
];
const fallback_credit = { status: { type: 'redeemed' } };
const container = { id: 'c1', expires_at: '2026-12-01T00:00:00Z' };
const stop_details = { type: 'refusal', category: 'cyber', explanation: 'No.' };
const diagnostics = { cache_miss_reason: { type: 'model_changed' } };
const removed = { input_transformations: [{ type: 'thinking_removed' }] };
const edits = { applied_edits: [{ type: 'clear_tool_uses_20250919' }] };

const fields: readonly Field[] = [
  gemini(
    `${grounding}.searchEntryPoint`,
    candidate({ groundingMetadata: { searchEntryPoint: { renderedContent: '<b>a</b>' } } }),
  ),
  gemini(
    `${grounding}.webSearchQueries`,
    candidate({ groundingMetadata: { webSearchQueries: ['a'] } }),
  ),
  gemini(
    `${grounding}.googleMapsWidgetContextToken`,
    candidate({ groundingMetadata: { googleMapsWidgetContextToken: 'w' } }),
  ),
  gemini(
    `${grounding}.sourceFlaggingUris`,
    candidate({ groundingMetadata: { sourceFlaggingUris: [{ sourceId: 's' }] } }),
  ),
  gemini(
    `${grounding}.retrievalMetadata`,
    candidate({ groundingMetadata: { retrievalMetadata: { score: 0.7 } } }),
  ),
  gemini(
    `${grounding}.groundingChunks`,
    candidate({ groundingMetadata: { groundingChunks: [{ retrievedContext: { title: 'A' } }] } }),
  ),
  gemini(
    'groundingChunks',
    candidate({ groundingMetadata: { groundingChunks: [{ image: { sourceUri: address } }] } }),
    everywhere,
  ),
  gemini(
    'groundingChunks',
    candidate({ groundingMetadata: { groundingChunks: [{ maps: { uri: address } }] } }),
    everywhere,
  ),
  gemini(
    'groundingChunks',
    candidate({ groundingMetadata: { groundingChunks: [{ retrievedContext: { uri: address } }] } }),
    everywhere,
  ),
  gemini(
    'candidates[0].citationMetadata',
    candidate({ citationMetadata: { citations: [{ title: 'A' }] } }),
  ),
  gemini('candidates[0].urlContextMetadata', candidate({ urlContextMetadata })),
  gemini('candidates[0].safetyRatings', candidate({ safetyRatings })),
  gemini('candidates[0].finishMessage', candidate({ finishMessage: 'Done.' })),
  gemini('explanation', candidate({ finishReason: 'SAFETY', finishMessage: 'No way.' }, {}), {
    'openai-chat': 'No way.',
    'anthropic-messages': 'No way.',
    'openai-responses': 'No way.',
  }),
  gemini('candidates[0].continuationToken', candidate({ continuationToken: 'c' })),
  gemini('traceId', { ...candidate({}), traceId: 't' }),
  gemini('modelStatus', { ...candidate({}), modelStatus: { modelStage: 'LEGACY' } }),
  gemini('promptFeedback.safetyRatings', { ...candidate({}), promptFeedback: { safetyRatings } }),
  gemini(
    'usage.audio',
    { ...candidate({}), usageMetadata: { ...counts, ...audioOfGemini } },
    { 'openai-chat': '"audio_tokens":4' },
  ),
  gemini('usage.image', withCounts({ promptTokensDetails: mediaTokens('IMAGE') }), {
    'openai-chat': '"image_tokens":6',
  }),
  gemini('usage.image', withCounts({ candidatesTokensDetails: mediaTokens('IMAGE') }), {
    'openai-chat': '"image_tokens":6',
  }),
  gemini(
    'usageMetadata.promptTokensDetails',
    withCounts({ promptTokensDetails: mediaTokens('DOCUMENT') }),
  ),
  gemini(
    'usageMetadata.candidatesTokensDetails',
    withCounts({ candidatesTokensDetails: mediaTokens('DOCUMENT') }),
  ),
  gemini(
    'usageMetadata.cacheTokensDetails',
    withCounts({ cacheTokensDetails: mediaTokens('IMAGE') }),
  ),
  gemini('usageMetadata.initialPromptTokenCount', withCounts({ initialPromptTokenCount: 4 })),
  gemini('promptFeedback.novel', { ...candidate({}), promptFeedback: { novel: 1 } }),
  gemini('candidates[0].citationMetadata.novel', candidate({ citationMetadata: { novel: 1 } })),
  chat('system_fingerprint', { system_fingerprint: 'fp_1' }),
  chat('search_results', { search_results: [{ url: address, title: 'A' }] }, everywhere),
  chat('citations', { citations: [address] }, everywhere),
  chat('usage.completion_tokens_details.accepted_prediction_tokens', chatUsage(predicted)),
  chat('usage.completion_tokens_details.rejected_prediction_tokens', chatUsage(rejected)),
  chat('usage.image', chatUsage({ prompt_tokens_details: { image_tokens: 4 } }), {
    'gemini-generate': '"promptTokensDetails":[{"modality":"IMAGE","tokenCount":4}]',
  }),
  chat('usage.image', chatUsage({ completion_tokens_details: { image_tokens: 2 } }), {
    'gemini-generate': '"candidatesTokensDetails":[{"modality":"IMAGE","tokenCount":2}]',
  }),
  chat('usage.audio', chatUsage({ completion_tokens_details: { audio_tokens: 2 } }), {
    'gemini-generate': '"candidatesTokensDetails":[{"modality":"AUDIO","tokenCount":2}]',
  }),
  chat(
    'moderation',
    { moderation: moderations },
    { 'openai-responses': `"moderation":${JSON.stringify(moderation)}` },
  ),
  responses(
    'moderation',
    { moderation },
    { 'openai-chat': `"moderation":${JSON.stringify(moderations)}` },
  ),
  responses('tool_usage', { tool_usage: { web_search: { num_requests: 1 } } }),
  responses('access_programs', { access_programs: { cyber: 'standard' } }),
  responses('image', { image: { context_compression: 'enabled' } }),
  responses('prompt_cache_diagnostics', { prompt_cache_diagnostics: { type: 'cache_miss' } }),
  messages('usage.server_tool_use', {
    end: { usage: { output_tokens: 3, ...searches } },
    whole: { usage: { input_tokens: 9, output_tokens: 3, ...searches } },
  }),
  messages('usage.iterations', {
    end: { usage: { output_tokens: 3, iterations } },
    whole: { usage: { input_tokens: 9, output_tokens: 3, iterations } },
  }),
  messages('usage.fallback_credit', {
    end: { usage: { output_tokens: 3, fallback_credit } },
    whole: { usage: { input_tokens: 9, output_tokens: 3, fallback_credit } },
  }),
  messages('novel', { start: { novel: 1 }, whole: { novel: 1 } }),
  messages('novel', { end: { novel: 1 }, whole: { novel: 1 } }),
  messages('container', { start: { container }, whole: { container } }),
  messages('stop_details', {
    end: { delta: { stop_reason: 'refusal', stop_details } },
    whole: { stop_reason: 'refusal', stop_details },
  }),
  messages('diagnostics', { start: { diagnostics }, whole: { diagnostics } }),
  messages('input_transformations', { start: removed, whole: removed }),
  messages('input_transformations', { end: removed, whole: removed }),
  messages('context_management', {
    end: { context_management: edits },
    whole: { context_management: edits },
  }),
];

const home = tableTargets['anthropic-messages'];

function framesOf(chunks: readonly JsonObject[]) {
  return chunks.map((chunk) => ({ data: JSON.stringify(chunk) }));
}

const directions = fields.flatMap((field) => {
  const others = Object.values(codecs).filter(({ dialect }) => dialect !== field.from);
  return others.map((other) => ({ ...field, other, to: other.dialect }));
});

describe('a field of a reply that few formats have', () => {
  it.each(directions)(
    '$path of $from reaches a client of $to, or a note says that it does not',
    ({ from, other, path, whole, chunks, carried }) => {
      const source = tableTargets[from];
      const decoded = codecs[from].decodeReply({ ...plainReplies[from], ...whole }, source);
      const sent = sendReply(other, decoded.value, replyTarget());
      const frames = framesOf(chunks);
      const read = readStream(codecs[from], frames, source.vendor);
      const written = writeStream(other, read.steps, replyTarget());
      expect(lints[other.dialect](written.steps)).toEqual([]);
      const translations = [
        { text: JSON.stringify(sent.value), notes: [...decoded.notes, ...sent.notes] },
        {
          text: written.steps.map(({ data }) => data).join('\n'),
          notes: [...read.notes, ...written.notes],
        },
      ];
      const text = carried?.[other.dialect];
      for (const translation of translations) {
        const lost = translation.notes.filter(({ action }) => action === 'dropped');
        expect(lost.map((note) => note.path)).toEqual(text === undefined ? [path] : []);
        if (text !== undefined) expect(translation.text).toContain(text);
      }
    },
  );
});

describe('a field of a reply whose members are all null', () => {
  const nothing = { diagnostics: { cache_miss_reason: null } };
  const { whole, chunks } = messages('', { start: nothing, whole: nothing });
  const others = Object.values(codecs).filter(({ dialect }) => dialect !== 'anthropic-messages');

  it.each(others)('is not noted for a client of $dialect', (other) => {
    const from = codecs['anthropic-messages'];
    const decoded = from.decodeReply({ ...plainReplies['anthropic-messages'], ...whole }, home);
    const sent = sendReply(other, decoded.value, replyTarget());
    const read = readStream(from, framesOf(chunks), home.vendor);
    const written = writeStream(other, read.steps, replyTarget());
    const notes = [...decoded.notes, ...sent.notes, ...read.notes, ...written.notes];
    expect(notes).toEqual([]);
  });

  it('is kept for a client of its own format', () => {
    const from = codecs['anthropic-messages'];
    const decoded = from.decodeReply({ ...plainReplies['anthropic-messages'], ...whole }, home);
    expect(sendReply(from, decoded.value, replyTarget()).value).toMatchObject(nothing);
  });
});

describe('fields beside a call and a result of a Gemini history', () => {
  const contents = [
    { role: 'user', parts: [{ text: 'Hello' }] },
    {
      role: 'model',
      parts: [
        { functionCall: { id: 'c', name: 'f', args: {}, novel: 1 }, partMetadata: { k: 1 } },
        { text: 'Hm.', thought: true, thoughtSignature: 's', partMetadata: { k: 2 } },
      ],
    },
    {
      role: 'user',
      parts: [
        {
          functionResponse: { id: 'c', name: 'f', response: { output: 'x' }, scheduling: 'SILENT' },
          partMetadata: { k: 3 },
        },
      ],
    },
  ];

  it.each(Object.values(codecs))('are kept or noted for an upstream of $dialect', (codec) => {
    const target = tableTargets[codec.dialect];
    const from = codecs['gemini-generate'];
    const { value, notes } = translateRequest(from, { contents }, { codec, target });
    if (codec === from) expect(value.body).toMatchObject({ contents });
    const names = ['partMetadata', 'functionCall.novel', 'functionResponse.scheduling'];
    const lost = names.filter((name) => notes.some(({ path }) => path.endsWith(`.${name}`)));
    expect(lost).toEqual(codec === from ? [] : names);
  });
});

/** A part of a reply, the name of the last field of each lost path, and how a stream sends the part. */
interface LossyPart {
  readonly from: DialectId;
  readonly lost: readonly string[];
  readonly whole: JsonObject;
  readonly chunks: readonly JsonObject[];
}

function geminiPart(part: JsonObject, ...lost: readonly string[]): LossyPart {
  const whole = candidate({}, { parts: [part, { text: 'Hi.' }] });
  return { from: 'gemini-generate', lost, whole, chunks: [whole] };
}

function messageBlock(block: JsonObject, ...lost: readonly string[]): LossyPart {
  const chunks = [
    { type: 'message_start', message: { id: 'm', usage: { input_tokens: 9 } } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ];
  return { from: 'anthropic-messages', lost, whole: { content: [block] }, chunks };
}

const novel = { novel: 1 };
const signed = { type: 'thinking', thinking: 'Hm.', signature: 's' };
const called = { id: 'c', name: 'f', args: {} };
const lossyParts: readonly LossyPart[] = [
  geminiPart({ text: 'Hi.', partMetadata: { k: 1 } }, 'partMetadata'),
  geminiPart({ text: 'Hm.', thought: true, partMetadata: { k: 1 } }, 'partMetadata'),
  geminiPart(
    { functionCall: { ...called, ...novel }, partMetadata: { k: 1 } },
    'partMetadata',
    'functionCall.novel',
  ),
  messageBlock({ type: 'text', text: 'Hi.', ...novel }, 'novel'),
  messageBlock({ ...signed, ...novel }, 'novel'),
  messageBlock({ type: 'redacted_thinking', data: 'd', ...novel }, 'novel'),
  messageBlock({ type: 'tool_use', id: 't', name: 'f', input: {}, ...novel }, 'novel'),
];
const partDirections = lossyParts.flatMap((part) => {
  const others = Object.values(codecs).filter(({ dialect }) => dialect !== part.from);
  return others.map((other) => ({ ...part, other, to: other.dialect }));
});

describe('a field of a part of a reply', () => {
  it.each(partDirections)(
    '$lost of $from is noted for $to',
    ({ from, other, lost, whole, chunks }) => {
      const codec = codecs[from];
      const source = tableTargets[from];
      const decoded = codec.decodeReply({ ...plainReplies[from], ...whole }, source);
      const sent = sendReply(other, decoded.value, replyTarget());
      const frames = framesOf(chunks);
      const read = readStream(codec, frames, source.vendor);
      const streamed = writeStream(other, read.steps, replyTarget());
      for (const notes of [
        [...decoded.notes, ...sent.notes],
        [...read.notes, ...streamed.notes],
      ]) {
        const paths = notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
        expect(paths).toHaveLength(lost.length);
        for (const [at, name] of lost.entries()) expect(paths[at]?.endsWith(`.${name}`)).toBe(true);
      }
    },
  );
});
