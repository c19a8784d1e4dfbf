// The types of the Chat Completions bodies that encoders write.
import type { Effort } from '../../canonical/request.ts';
import type { JsonObject } from '../../json/value.ts';
import type { OpenaiErrorBody } from '../../shared/openai/error.ts';
import type { ChatServiceTier } from '../../profiles/profile.ts';

/*
 * The exact output of this dialect's encoders. The decoders accept far more: see the schemas. These are type
 * aliases and not interfaces, so that each of them is also a `JsonObject`.
 */

export type ChatTextPart = { type: 'text'; text: string };
export type ChatImagePart = {
  type: 'image_url';
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' | 'original' };
};
export type ChatAudioPart = {
  type: 'input_audio';
  input_audio: { data: string; format: 'wav' | 'mp3' };
};
export type ChatFilePart = {
  type: 'file';
  file: { file_data?: string; file_id?: string; filename?: string };
};
/** Parts that the official type defines. */
export type ChatContentPart = ChatTextPart | ChatImagePart | ChatAudioPart | ChatFilePart;

/** The provider state of a call, in the field of Google's chat surface. */
export type ChatExtraContent = { extra_content?: JsonObject };

export type ChatFunctionCall = {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
} & ChatExtraContent;
export type ChatCustomCall = {
  id: string;
  type: 'custom';
  custom: { name: string; input: string };
} & ChatExtraContent;
export type ChatCall = ChatFunctionCall | ChatCustomCall;

/** Reasoning fields of compatible servers; the official type has none. */
export type ChatReasoningFields = {
  reasoning_content?: string;
  reasoning?: string;
  reasoning_details?: JsonObject[];
};

export type ChatInstructionMessage = {
  role: 'system' | 'developer';
  content: string | ChatTextPart[];
  name?: string;
};
export type ChatUserMessage = {
  role: 'user';
  content: string | ChatContentPart[];
  name?: string;
};
export type ChatAssistantMessage = {
  role: 'assistant';
  content: string | null;
  refusal?: string;
  tool_calls?: ChatCall[];
  name?: string;
} & ChatReasoningFields;
export type ChatToolMessage = {
  role: 'tool';
  tool_call_id: string;
  content: string | ChatTextPart[];
};
export type ChatMessage =
  ChatInstructionMessage | ChatUserMessage | ChatAssistantMessage | ChatToolMessage;

export type ChatFunctionTool = {
  type: 'function';
  function: { name: string; description?: string; parameters?: JsonObject; strict?: boolean };
};
export type ChatCustomTool = {
  type: 'custom';
  custom: { name: string; description?: string };
};
export type ChatTool = ChatFunctionTool | ChatCustomTool;

export type ChatNamedTool =
  { type: 'function'; function: { name: string } } | { type: 'custom'; custom: { name: string } };
export type ChatToolChoice =
  | 'none'
  | 'auto'
  | 'required'
  | ChatNamedTool
  | { type: 'allowed_tools'; allowed_tools: { mode: 'auto' | 'required'; tools: ChatNamedTool[] } };

export type ChatResponseFormat =
  | { type: 'json_object' }
  | {
      type: 'json_schema';
      json_schema: { name: string; schema: JsonObject; description?: string; strict?: boolean };
    };

export type ChatRequestOptions = {
  max_tokens?: number;
  max_completion_tokens?: number;
  stop?: string[];
  n?: number;
  temperature?: number;
  top_p?: number;
  seed?: number;
  /** Mistral's name of the seed. */
  random_seed?: number;
  presence_penalty?: number;
  frequency_penalty?: number;
  logit_bias?: { [token: string]: number };
  logprobs?: boolean;
  top_logprobs?: number;
  response_format?: ChatResponseFormat;
  reasoning_effort?: Effort;
  /** Switches of other servers. */
  thinking?: JsonObject;
  enable_thinking?: boolean;
  verbosity?: 'low' | 'medium' | 'high';
  user?: string;
  safety_identifier?: string;
  service_tier?: ChatServiceTier;
  prompt_cache_key?: string;
  metadata?: { [key: string]: string };
  store?: boolean;
};

export type ChatToolOptions = {
  tools?: ChatTool[];
  tool_choice?: ChatToolChoice;
  parallel_tool_calls?: boolean;
  web_search_options?: JsonObject;
};

export type ChatRequest = {
  model: string;
  messages: ChatMessage[];
} & ChatRequestOptions &
  ChatToolOptions &
  (
    | { stream?: false }
    | { stream: true; stream_options: { include_usage: true; include_obfuscation?: boolean } }
  );

export type ChatUsage = {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: {
    cached_tokens: number;
    cache_write_tokens?: number;
    audio_tokens?: number;
    image_tokens?: number;
    video_tokens?: number;
  };
  completion_tokens_details: {
    reasoning_tokens: number;
    audio_tokens?: number;
    image_tokens?: number;
    video_tokens?: number;
  };
};

export type ChatAnnotation = {
  type: 'url_citation';
  url_citation: { url: string; title: string; start_index: number; end_index: number };
};

export type ChatFinishReason =
  'stop' | 'length' | 'tool_calls' | 'content_filter' | 'function_call';

/** A function call of the API before tools, for clients that read nothing else. */
export type ChatSingleCall = { name: string; arguments: string };

/** An image that a model generated. */
/** With its index in a stream, by which clients tell the images of several chunks apart. */
export type ChatImage = { type: 'image_url'; image_url: { url: string }; index?: number };

export type ChatReplyMessage = {
  role: 'assistant';
  content: string | null;
  refusal: string | null;
  annotations?: ChatAnnotation[];
  tool_calls?: ChatCall[];
  function_call?: ChatSingleCall;
  images?: ChatImage[];
} & ChatReasoningFields;

export type ChatTokenLogprob = {
  token: string;
  bytes: number[] | null;
  logprob: number;
  top_logprobs: { token: string; bytes: number[] | null; logprob: number }[];
};
export type ChatLogprobs = {
  content: ChatTokenLogprob[] | null;
  refusal: ChatTokenLogprob[] | null;
};

export type ChatReplyChoice = {
  index: number;
  message: ChatReplyMessage;
  logprobs: ChatLogprobs | null;
  finish_reason: ChatFinishReason;
};

export type ChatReply = {
  id: string;
  object: 'chat.completion';
  created: number;
  model: string;
  choices: ChatReplyChoice[];
  usage?: ChatUsage;
  service_tier?: ChatServiceTier;
};

export type ChatCallDelta = {
  index: number;
  id?: string;
  type?: 'function' | 'custom';
  function?: { name?: string; arguments?: string };
  custom?: { name?: string; input?: string };
} & ChatExtraContent;

export type ChatDelta = {
  role?: 'assistant';
  content?: string | null;
  refusal?: string;
  annotations?: ChatAnnotation[];
  tool_calls?: ChatCallDelta[];
  function_call?: Partial<ChatSingleCall>;
  images?: ChatImage[];
} & ChatReasoningFields;

export type ChatChunkChoice = {
  index: number;
  delta: ChatDelta;
  logprobs?: ChatLogprobs;
  finish_reason: ChatFinishReason | null;
};

export type ChatChunk = {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: string;
  service_tier?: ChatServiceTier;
  choices: ChatChunkChoice[];
  usage?: ChatUsage | null;
};

export type ChatErrorBody = OpenaiErrorBody & { usage?: ChatUsage };
