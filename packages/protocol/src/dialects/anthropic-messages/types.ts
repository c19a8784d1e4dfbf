// The types of the Anthropic Messages bodies that encoders write.
import type { JsonObject } from '../../json/value.ts';
import type { ObjectSchema } from '../../shared/root-schema.ts';
import type { ErrorType, StopReason, WireEffort } from './tables.ts';

/*
 * The exact output of the encoders. These are type aliases and not interfaces, because only aliases are
 * assignable to `JsonObject`. Blocks that were received and are written back unread are plain objects; the
 * type parameters exclude them where the types are compared with the vendor's own.
 */

export type CacheControl = { type: 'ephemeral'; ttl?: '5m' | '1h' };
type Cacheable = { cache_control?: CacheControl };

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
export type ImageSource =
  | { type: 'base64'; media_type: ImageType; data: string }
  | { type: 'url'; url: string }
  | { type: 'file'; file_id: string };
export type DocumentSource =
  | { type: 'base64'; media_type: 'application/pdf'; data: string }
  | { type: 'text'; media_type: 'text/plain'; data: string }
  | { type: 'url'; url: string }
  | { type: 'file'; file_id: string };

export type TextParam = Cacheable & { type: 'text'; text: string };
export type ImageParam = Cacheable & { type: 'image'; source: ImageSource };
export type DocumentParam = Cacheable & {
  type: 'document';
  source: DocumentSource;
  title?: string;
  context?: string;
};
export type ThinkingBlock = { type: 'thinking'; thinking: string; signature: string };
export type RedactedThinkingBlock = { type: 'redacted_thinking'; data: string };
export type ToolUseParam = Cacheable & {
  type: 'tool_use';
  id: string;
  name: string;
  input: JsonObject;
};
type ResultContent = TextParam | ImageParam | DocumentParam;
export type ToolResultParam<Content extends JsonObject = JsonObject> = Cacheable & {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | Content[];
  is_error?: boolean;
};
/** Every block that an encoder writes into a request. */
export type MadeParam =
  | TextParam
  | ImageParam
  | DocumentParam
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseParam
  | ToolResultParam<ResultContent>;

export type UserParam<Block extends JsonObject = JsonObject> = {
  role: 'user';
  content: string | Block[];
};
export type AssistantParam<Block extends JsonObject = JsonObject> = {
  role: 'assistant';
  content: string | Block[];
};
export type SystemParam<Text extends JsonObject = JsonObject> = {
  role: 'system';
  content: string | Text[];
};
export type MessageParam = UserParam | AssistantParam | SystemParam;

export type ToolParam = Cacheable & {
  name: string;
  description?: string;
  input_schema: ObjectSchema;
  strict?: boolean;
};
export type ToolChoiceParam =
  | { type: 'auto' | 'any'; disable_parallel_tool_use?: boolean }
  | { type: 'tool'; name: string; disable_parallel_tool_use?: boolean }
  | { type: 'none' };
export type ThinkingConfig =
  | { type: 'adaptive'; display?: 'summarized' | 'omitted' }
  | { type: 'enabled'; budget_tokens: number; display?: 'summarized' | 'omitted' }
  | { type: 'disabled' };
export type JsonFormat = { type: 'json_schema'; schema: JsonObject };
type OutputConfig = { effort?: WireEffort; format?: JsonFormat };

/** The body of a request, without the client's extras. */
export type RequestBody<
  Message extends JsonObject = MessageParam,
  Tool extends JsonObject = JsonObject,
  Text extends JsonObject = JsonObject,
> = {
  model: string;
  max_tokens: number;
  messages: Message[];
  system?: string | Text[];
  tools?: Tool[];
  tool_choice?: ToolChoiceParam;
  thinking?: ThinkingConfig;
  output_config?: OutputConfig;
  output_format?: JsonFormat;
  temperature?: number;
  top_p?: number;
  top_k?: number;
  stop_sequences?: string[];
  metadata?: { user_id?: string };
  service_tier?: 'auto' | 'standard_only';
  stream?: boolean;
};

export type WebCitation = {
  type: 'web_search_result_location';
  url: string;
  title: string | null;
  cited_text: string;
  encrypted_index: string;
};
export type TextBlock<Cited extends JsonObject = JsonObject> = {
  type: 'text';
  text: string;
  /** Omitted if there are none: clients of older versions reject null here. */
  citations?: Cited[];
};
export type ToolUseBlock = {
  type: 'tool_use';
  id: string;
  caller: { type: 'direct' };
  name: string;
  input: JsonObject;
};
/** Every block that an encoder writes into a reply. */
export type MadeBlock<Cited extends JsonObject = JsonObject> =
  TextBlock<Cited> | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock;

/** The counts that a reply and the end of a stream have in common. */
export type TokenUsage = {
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
  cache_creation: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number };
  output_tokens: number;
  output_tokens_details: { thinking_tokens: number } | null;
  server_tool_use: null;
};
export type MessageUsage = TokenUsage & {
  inference_geo: null;
  service_tier: 'standard' | 'priority' | 'batch' | null;
  speed: null;
};
export type Message<Block extends JsonObject = JsonObject> = {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: Block[];
  stop_reason: StopReason | null;
  stop_sequence: string | null;
  stop_details: null;
  container: null;
  diagnostics: null;
  usage: MessageUsage;
};

export type BlockDelta<Cited extends JsonObject = JsonObject> =
  | { type: 'text_delta'; text: string }
  | { type: 'input_json_delta'; partial_json: string }
  | { type: 'thinking_delta'; thinking: string }
  | { type: 'signature_delta'; signature: string }
  | { type: 'citations_delta'; citation: Cited };
export type StreamEvent<
  Block extends JsonObject = JsonObject,
  Cited extends JsonObject = JsonObject,
> =
  | { type: 'message_start'; message: Message<Block> }
  | { type: 'content_block_start'; index: number; content_block: Block }
  | { type: 'content_block_delta'; index: number; delta: BlockDelta<Cited> }
  | { type: 'content_block_stop'; index: number }
  | {
      type: 'message_delta';
      delta: {
        stop_reason: StopReason;
        stop_sequence: string | null;
        stop_details: null;
        container: null;
      };
      usage: TokenUsage;
    }
  | { type: 'message_stop' };

export type ErrorBody = {
  type: 'error';
  error: { type: ErrorType; message: string; details: { error_code: string } };
  request_id?: string;
};
