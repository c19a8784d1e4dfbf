/** The paths that callers with keys use: their bodies are those of the vendors' formats. */
import type { DialectId, JsonObject, JsonValue } from '@parley/protocol';
import { type Endpoint, endpoints } from '@parley/core/extension';
import { describeParameters, toTemplate } from './operation.ts';
import { callerSecurity } from './security.ts';

type Name = keyof typeof endpoints;

const summaries: Readonly<Record<Name, string>> = {
  chatCompletions: 'Answer a conversation in the format of chat completions, whole or as a stream',
  embeddings: 'Turn texts into vectors',
  messages: 'Answer a conversation in the format of messages, whole or as a stream',
  countTokens: 'Count the tokens of a messages request without answering it',
  responses: 'Answer a conversation in the format of Responses, whole or as a stream',
  responseSocket: 'Refuse a WebSocket, so that clients fall back to POST',
  responseTokens: 'Count the tokens of a Responses request without answering it',
  response: 'Show an answer that was kept',
  responseDeletion: 'Delete an answer that was kept',
  responseItems: 'List the input of an answer that was kept',
  responseCancel: 'Refuse to cancel an answer, as none is made in the background',
  geminiBeta: 'Answer, count or embed in the native format of Gemini; the action ends the path',
  gemini: 'The same at the address that current clients of Google call',
  geminiModels: 'List the models that the key may call, for older clients of Google',
  geminiModel: 'Show one model that the key may call, for older clients of Google',
  models: 'List the models that the key may call, in the shape that the client reads',
  model: 'Show one model that the key may call',
  usage: 'Tell what the key has used and has left, or with request_id what one request cost',
  health: 'Tell that the process runs',
  readiness: 'Tell whether the gateway can do its work, and what keeps it from it',
};

/** Where the vendor of each format describes it. */
const documentation: Readonly<Record<DialectId, string>> = {
  'openai-chat': 'https://platform.openai.com/docs/api-reference/chat',
  'anthropic-messages': 'https://docs.anthropic.com/en/api/messages',
  'gemini-generate': 'https://ai.google.dev/api/generate-content',
  'openai-responses': 'https://platform.openai.com/docs/api-reference/responses',
};

/** Whose answers may be streams. */
const streaming: readonly string[] = [
  'chatCompletions',
  'messages',
  'responses',
  'geminiBeta',
  'gemini',
];

export function describeCalls(): JsonObject {
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { method, path } = endpoint;
    (paths[toTemplate(path)] ??= {})[method.toLowerCase()] = describeCall(name as Name, endpoint);
  }
  return paths;
}

function describeCall(name: Name, { method, path, policy, dialect }: Endpoint): JsonObject {
  const isPublic = policy === 'public';
  const body = { type: 'object', description: `In the ${dialect} format.` };
  const stream = { 'text/event-stream': { schema: { type: 'string' } } };
  return {
    operationId: name,
    tags: [isPublic ? 'Service' : 'Calls'],
    summary: summaries[name],
    ...(!isPublic && { externalDocs: { url: documentation[dialect] } }),
    security: isPublic ? [] : [...callerSecurity],
    ...describeParameters(path),
    ...(method === 'POST' && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      200: {
        description: 'The answer.',
        content: {
          'application/json': { schema: isPublic ? { type: 'object' } : body },
          ...(streaming.includes(name) && stream),
        },
      },
      default: {
        description: `What went wrong, in the ${dialect} format.`,
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  };
}
