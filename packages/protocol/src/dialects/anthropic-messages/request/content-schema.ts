// The zod schemas of content in Anthropic Messages requests, for `schema.ts` and the content decoder.
import * as z from 'zod/mini';
import { openUnion } from '../../../shared/schema.ts';
import { flag, text } from '../../../shared/schema-values.ts';

/*
 * Content blocks of requests, after the vendor's reference for `POST /v1/messages` (API versions 2023-06-01
 * and 2026-10-21). Enumerations that the vendor may extend are strings.
 */

export const cacheControl = z.looseObject({ type: z.string(), ttl: text });

const cacheable = { cache_control: z.nullish(cacheControl) };
const citationsConfig = z.looseObject({ enabled: flag });

export const textBlock = z.looseObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z.nullish(z.array(z.looseObject({ type: z.string() }))),
  ...cacheable,
});

const base64Source = z.looseObject({
  type: z.literal('base64'),
  media_type: z.string(),
  data: z.string(),
});
const urlSource = z.looseObject({ type: z.literal('url'), url: z.string() });
const fileSource = z.looseObject({ type: z.literal('file'), file_id: z.string() });

const imageBlock = z.looseObject({
  type: z.literal('image'),
  source: openUnion([base64Source, urlSource, fileSource]),
  ...cacheable,
});

const plainTextSource = z.looseObject({ type: z.literal('text'), data: z.string() });
const contentSource = z.looseObject({
  type: z.literal('content'),
  content: z.union([z.string(), z.array(openUnion([textBlock, imageBlock]))]),
});

const documentBlock = z.looseObject({
  type: z.literal('document'),
  source: openUnion([base64Source, plainTextSource, contentSource, urlSource, fileSource]),
  title: text,
  context: text,
  citations: z.nullish(citationsConfig),
  ...cacheable,
});

const searchResultBlock = z.looseObject({
  type: z.literal('search_result'),
  source: z.string(),
  title: z.string(),
  content: z.array(textBlock),
  citations: z.nullish(citationsConfig),
  ...cacheable,
});

/** Only the vendor requires a signature; reasoning of other vendors may have none. */
const thinkingBlock = z.looseObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: text,
});

const redactedThinkingBlock = z.looseObject({
  type: z.literal('redacted_thinking'),
  /** Some clients echo bytes in place of the text. */
  data: z.unknown(),
});

const toolUseBlock = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  ...cacheable,
});

const toolReferenceBlock = z.looseObject({
  type: z.literal('tool_reference'),
  tool_name: z.string(),
  ...cacheable,
});

const browserStateBlock = z.looseObject({
  type: z.literal('browser_state'),
  tabs: z.array(z.looseObject({})),
  ...cacheable,
});

const resultContent = openUnion([
  textBlock,
  imageBlock,
  documentBlock,
  searchResultBlock,
  toolReferenceBlock,
  browserStateBlock,
]);

const toolResultBlock = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.nullish(z.union([z.string(), z.array(resultContent)])),
  is_error: flag,
  ...cacheable,
});

/** A tool that the provider runs: its input and its result. */
function serverUse<Type extends string>(type: Type) {
  return z.looseObject({
    type: z.literal(type),
    id: z.string(),
    name: z.string(),
    input: z.unknown(),
    ...cacheable,
  });
}

function serverResult<Type extends string>(type: Type) {
  return z.looseObject({
    type: z.literal(type),
    tool_use_id: z.string(),
    // Absent for an MCP tool that returned nothing.
    content: z.optional(z.unknown()),
    ...cacheable,
  });
}

const serverBlocks = [
  serverUse('server_tool_use'),
  serverUse('mcp_tool_use'),
  serverResult('web_search_tool_result'),
  serverResult('web_fetch_tool_result'),
  serverResult('code_execution_tool_result'),
  serverResult('bash_code_execution_tool_result'),
  serverResult('text_editor_code_execution_tool_result'),
  serverResult('tool_search_tool_result'),
  serverResult('advisor_tool_result'),
  serverResult('mcp_tool_result'),
  z.looseObject({ type: z.literal('mcp_tool_listing'), mcp_server_name: z.string() }),
  z.looseObject({ type: z.literal('container_upload'), file_id: z.string(), ...cacheable }),
  z.looseObject({ type: z.literal('compaction'), content: text, ...cacheable }),
  z.looseObject({ type: z.literal('fallback') }),
] as const;

export const contentBlock = openUnion([
  textBlock,
  imageBlock,
  documentBlock,
  searchResultBlock,
  thinkingBlock,
  redactedThinkingBlock,
  toolUseBlock,
  toolResultBlock,
  ...serverBlocks,
]);

export type ContentBlock = z.output<typeof contentBlock>;
export type ResultContentBlock = z.output<typeof resultContent>;
export type TextBlockInput = z.output<typeof textBlock>;
export type ImageBlockInput = z.output<typeof imageBlock>;
export type DocumentBlockInput = z.output<typeof documentBlock>;
export type SearchResultBlockInput = z.output<typeof searchResultBlock>;
export type ToolUseBlockInput = z.output<typeof toolUseBlock>;
export type ToolResultBlockInput = z.output<typeof toolResultBlock>;
export type CacheControlInput = z.output<typeof cacheControl>;
