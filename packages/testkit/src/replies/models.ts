import { createAnswer } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { Dialect } from '../upstream/scripted-request.ts';
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

function createList(dialect: Dialect, ids: readonly string[]): WireObject {
  if (dialect === 'openai-chat') return { object: 'list', data: ids.map(createChatModel) };
  return {
    data: ids.map(createMessagesModel),
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
  return answerJson(dialect === 'openai-chat' ? createChatModel(id) : createMessagesModel(id));
}
