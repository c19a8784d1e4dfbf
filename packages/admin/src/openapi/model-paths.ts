/** The paths of the model endpoints, such as `/v1/chat/completions`, in the OpenAPI document. */
import { codecOf, type JsonObject, type JsonValue } from '@parley/protocol';
import {
  describeEndpoints,
  type EndpointDescription,
  type EndpointName,
} from '@parley/core/extension';
import { callerSecurity } from './components.ts';
import { describeParameters, toTemplate } from './operation.ts';

const summaries: Readonly<Record<EndpointName, string>> = {
  chatCompletions: 'Create a chat completion in the OpenAI format, as JSON or as a stream',
  completions: 'Complete a text in the older OpenAI format, as JSON or as a stream',
  embeddings: 'Create embeddings in the OpenAI format',
  messages: 'Create a message in the Anthropic format, as JSON or as a stream',
  countTokens: 'Count the tokens of a message request',
  responses: 'Create a response in the OpenAI Responses format, as JSON or as a stream',
  responseSocket:
    'Open a WebSocket for responses, or refuse it where the host has none, so that clients fall back to POST',
  responseTokens: 'Count the tokens of a response request',
  responseCompaction: 'Compact the conversation of a response request',
  response: 'Get a stored response, or a response in the background as JSON or as a stream',
  responseDeletion: 'Delete a stored response',
  responseItems: 'List the input items of a stored response',
  responseCancel: 'Cancel a response that runs in the background',
  conversations: 'Create a conversation, with its first items',
  conversation: 'Get a conversation',
  conversationUpdate: 'Replace the metadata of a conversation',
  conversationDeletion: 'Delete a conversation',
  conversationItems: 'List the items of a conversation',
  conversationAddition: 'Add items to a conversation',
  conversationItem: 'Get an item of a conversation',
  itemDeletion: 'Delete an item of a conversation',
  geminiBeta:
    'Generate content, count tokens or embed in the Gemini format; the path ends with the action',
  gemini: 'The same on the path that current Google clients use',
  geminiModels: 'List the models of the key in the Gemini format',
  geminiModel: 'Get a model of the key in the Gemini format',
  models: 'List the models of the key in the format of the client',
  model: 'Get a model of the key',
  usage: 'Get the usage and remaining quota of the key, or with request_id the cost of one request',
  health: 'Check that the process is running',
  readiness: 'Check that the gateway is ready to serve requests',
};

/** Endpoints whose response may be a stream. */
const streaming: readonly EndpointName[] = [
  'chatCompletions',
  'completions',
  'messages',
  'responses',
  'response',
  'geminiBeta',
  'gemini',
];

/** Endpoints with POST whose request has no body. */
const bodiless: readonly EndpointName[] = ['responseCancel'];

export function describeModelPaths(): JsonObject {
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const [name, endpoint] of Object.entries(describeEndpoints())) {
    const { method, path } = endpoint;
    (paths[toTemplate(path)] ??= {})[method.toLowerCase()] = describeModelEndpoint(
      name as EndpointName,
      endpoint,
    );
  }
  return paths;
}

function describeModelEndpoint(
  name: EndpointName,
  { method, path, policy, dialect }: EndpointDescription,
): JsonObject {
  const isPublic = policy === 'public';
  const body = { type: 'object', description: `In the ${dialect} format.` };
  const takesBody = method === 'POST' && !bodiless.includes(name);
  const stream = { 'text/event-stream': { schema: { type: 'string' } } };
  return {
    operationId: name,
    tags: [isPublic ? 'Service' : 'Calls'],
    summary: summaries[name],
    ...(!isPublic && { externalDocs: { url: codecOf(dialect).wire.documentation } }),
    security: isPublic ? [] : [...callerSecurity],
    ...describeParameters(path),
    ...(takesBody && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      200: {
        description: 'The response.',
        content: {
          'application/json': { schema: isPublic ? { type: 'object' } : body },
          ...(streaming.includes(name) && stream),
        },
      },
      default: {
        description: `An error in the ${dialect} format.`,
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  };
}
