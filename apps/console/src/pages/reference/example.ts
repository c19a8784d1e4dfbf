/** The initial values of the form of an operation, and the URL it calls. */
import type { Dialect } from '../../routing/dialects.ts';
import { writeBody } from '../playground/bodies.ts';
import { firstPrompt } from '../playground/prompt.ts';
import type { Operation, Schemas } from './document.ts';
import { writeExample } from './schema-fields.ts';

const model = 'demo/echo';

/** Bodies in the format of a vendor that are no prompt, by path. */
const vendorExamples: Readonly<Record<string, unknown>> = {
  '/v1/completions': { model, prompt: 'Hello' },
  '/v1/embeddings': { model: 'demo/embed', input: 'Hello' },
  '/v1/conversations': {},
  '/v1/conversations/{id}': { metadata: {} },
  '/v1/conversations/{id}/items': { items: [{ type: 'message', role: 'user', content: 'Hello' }] },
};

const dialects: readonly (readonly [beginning: string, dialect: Dialect])[] = [
  ['/v1/messages', 'anthropic-messages'],
  ['/v1/responses', 'openai-responses'],
  ['/v1beta/', 'gemini-generate'],
  ['/v1/models/', 'gemini-generate'],
];

/** JSON text; undefined where the operation takes no body. */
export function exampleBody(operation: Operation, schemas: Schemas): string | undefined {
  const { path, body, takesBody } = operation;
  if (!takesBody) return undefined;
  const example =
    body === undefined
      ? (vendorExamples[path] ?? examplePrompt(path))
      : writeExample(body, schemas);
  return JSON.stringify(example, null, 2);
}

function examplePrompt(path: string): unknown {
  const dialect = dialects.find(([beginning]) => path.startsWith(beginning))?.[1];
  return writeBody(dialect ?? 'openai-chat', model, {
    ...firstPrompt,
    isStreamed: false,
    turns: [{ id: 0, role: 'user', text: 'Hello' }],
  });
}

/** What the paths of models take. */
export function exampleValue({ method, path }: Operation, name: string): string {
  if (name !== 'id' || !/^\/v1(beta)?\/models\//.test(path)) return '';
  return method === 'POST' ? `${model}:generateContent` : model;
}

/** The header parameters with their values; empty ones are left out. */
export function readHeaders(
  { parameters }: Operation,
  valueOf: (name: string) => string,
): Readonly<Record<string, string>> {
  const named = parameters.filter((each) => each.in === 'header' && valueOf(each.name) !== '');
  return Object.fromEntries(named.map(({ name }) => [name, valueOf(name)]));
}

/** The path with its values; empty query parameters are left out. */
export function fillPath(
  { path, parameters }: Operation,
  valueOf: (name: string) => string,
): string {
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    if (place === 'query' && valueOf(name) !== '') query.set(name, valueOf(name));
  }
  // Model names may contain slashes and, for Gemini, a colon, which are not encoded.
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    valueOf(name) === ''
      ? whole
      : encodeURIComponent(valueOf(name)).replaceAll('%2F', '/').replaceAll('%3A', ':'),
  );
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}
