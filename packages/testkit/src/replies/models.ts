/** Model lists in each format. */
import { createAnswer } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { Dialect } from '../upstream/endpoint.ts';
import type { WireObject } from './chat.ts';

function createChatModel(id: string): WireObject {
  return { id, object: 'model', created: 1_767_225_600, owned_by: 'scripted' };
}

function createMessagesModel(id: string): WireObject {
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
    capabilities: null,
    lifecycle: 'active',
    line: null,
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    deprecated_at: null,
    retires_at: null,
  };
}

function createGeminiModel(id: string): WireObject {
  return {
    name: `models/${id}`,
    version: '001',
    displayName: id,
    description: 'A model of the scripted upstream.',
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
    temperature: 1,
    topP: 0.95,
    topK: 64,
    maxTemperature: 2,
    thinking: true,
  };
}

/** Writes a model in each format. Both formats of OpenAI use the same one. */
const modelWriters: Readonly<Record<Dialect, (id: string) => WireObject>> = {
  'openai-chat': createChatModel,
  'anthropic-messages': createMessagesModel,
  'gemini-generate': createGeminiModel,
  'openai-responses': createChatModel,
};

function createList(dialect: Dialect, ids: readonly string[]): WireObject {
  const models = ids.map(modelWriters[dialect]);
  if (dialect === 'gemini-generate') return { models };
  if (dialect !== 'anthropic-messages') return { object: 'list', data: models };
  return {
    data: models,
    has_more: false,
    first_id: ids.at(0) ?? null,
    last_id: ids.at(-1) ?? null,
  };
}

function answerJson(body: WireObject): Answer {
  const headers = { 'content-type': 'application/json' };
  return createAnswer({ headers, body: JSON.stringify(body) });
}

/** The model list of a format. */
export function modelList(dialect: Dialect, ids: readonly string[]): Answer {
  return answerJson(createList(dialect, ids));
}

/** One model of a format. */
export function modelEntry(dialect: Dialect, id: string): Answer {
  return answerJson(modelWriters[dialect](id));
}
