/** Estimates the tokens of a whole request, with what the vendor adds around it. */
import type {
  CanonicalRequest,
  JsonObject,
  MediaPart,
  Part,
  ReasoningPart,
  Tool,
  Turn,
} from '@parley/protocol';
import {
  bytesOfBase64,
  estimateJsonTokens,
  estimateEncryptedTokens,
  estimateTextTokens,
} from './estimate-text.ts';
import { estimateMediaTokens } from './media-tokens.ts';
import { listSchemaTexts } from './schema-texts.ts';
import type { TokenFamily } from './token-family.ts';

/**
 * Estimates the prompt of a request in tokens: instructions, turns, tools, results, reasoning and what the
 * vendor adds around them. Media count by kind and size (`media-tokens.ts`); their bytes and encrypted data
 * are never read. Runs in linear time.
 */
export function estimateRequestTokens(request: CanonicalRequest, family: TokenFamily): number {
  const { outputFormat, tools, turns } = request;
  const framing = framingOf[family];
  return (
    framing.request +
    (tools.length > 0 ? framing.tools : 0) +
    (outputFormat?.type === 'schema' ? estimateSchema(outputFormat.schema, family) : 0) +
    sum(tools, estimateTool, family) +
    sum(turns, estimateTurn, family)
  );
}

function estimateTool(tool: Tool, family: TokenFamily): number {
  return framingOf[family].tool + estimateDefinition(tool, family);
}

function estimateDefinition(tool: Tool, family: TokenFamily): number {
  if (tool.kind === 'server') {
    return sum(Object.values(tool.extras), estimateJsonTokens, family);
  }
  const described = estimateTextTokens(`${tool.name} ${tool.description ?? ''}`, family);
  const schema = tool.kind === 'function' ? tool.schema : undefined;
  return described + (schema === undefined ? 0 : estimateSchema(schema, family));
}

function estimateSchema(schema: JsonObject, family: TokenFamily): number {
  const { texts, properties } = listSchemaTexts(schema);
  const text = estimateTextTokens(texts.join(' '), family);
  return text + properties * framingOf[family].property;
}

function estimateTurn({ name, parts }: Turn, family: TokenFamily): number {
  const named = name === undefined ? 0 : estimateTextTokens(name, family);
  return framingOf[family].turn + named + sum(parts, estimatePart, family);
}

function estimatePart(part: Part, family: TokenFamily): number {
  const { turn } = framingOf[family];
  switch (part.type) {
    case 'text':
    case 'refusal':
      return estimateTextTokens(part.text, family);
    case 'reasoning':
      return estimateReasoning(part, family);
    case 'call':
      return turn + estimateTextTokens(`${part.name} ${part.arguments}`, family);
    case 'result':
      return turn + sum(part.content, estimatePart, family);
    case 'media':
      return estimateMedia(part, family);
    case 'server':
    case 'unknown':
      return estimateJsonTokens(part.raw, family);
  }
}

/** Hidden reasoning counts by the length of its encrypted form; a signature next to its text is free. */
function estimateReasoning({ text, providerState }: ReasoningPart, family: TokenFamily): number {
  if (text !== '' || providerState === undefined) return estimateTextTokens(text, family);
  return estimateEncryptedTokens(bytesOfBase64(providerState.data.length));
}

function estimateMedia(part: MediaPart, family: TokenFamily): number {
  const { context = '', name = '', source } = part;
  const said = estimateTextTokens(`${name} ${context}`.trim(), family);
  const content =
    source.by === 'text'
      ? estimateTextTokens(source.text, family)
      : estimateMediaTokens(part, family);
  return said + content;
}

function sum<Item>(
  items: readonly Item[],
  estimate: (item: Item, family: TokenFamily) => number,
  family: TokenFamily,
): number {
  let total = 0;
  for (const item of items) total += estimate(item, family);
  return total;
}

/** Tokens that a vendor adds around the content of a request. */
interface Framing {
  readonly request: number;
  /** Around a turn, a call and a result. */
  readonly turn: number;
  /** Once, when there are tools: the vendor's instructions to the model about their use. */
  readonly tools: number;
  readonly tool: number;
  readonly property: number;
}

/**
 * Measured against the services by ai-tokenizer 1.0.6, rounded: GPT-4o and GPT-5, Claude Sonnet 4 and
 * Opus 4.5, Gemini 2.5 and 3, and for the others the middle of Qwen, DeepSeek, Mistral, Grok and Kimi.
 * The newer Claude has the older one's numbers and the growth of its vocabulary.
 */
const framingOf: Readonly<Record<TokenFamily, Framing>> = {
  openai: { request: 5, turn: 4, tools: 20, tool: 8, property: 5 },
  claude: { request: 9, turn: 3, tools: 550, tool: 70, property: 16 },
  'older-claude': { request: 6, turn: 2, tools: 450, tool: 58, property: 13 },
  gemini: { request: 0, turn: 0, tools: 0, tool: 0, property: 2 },
  other: { request: 6, turn: 3, tools: 140, tool: 48, property: 12 },
};
