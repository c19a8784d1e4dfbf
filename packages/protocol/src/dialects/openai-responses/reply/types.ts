// The types of the Responses replies and events that encoders write.
import type {
  CustomCallItem,
  FunctionCallItem,
  NamespaceToolParam,
  Phase,
  ReasoningConfig,
  ReasoningItem,
  ServiceTier,
  SummaryText,
  TextConfig,
  ToolChoiceParam,
  ToolParam,
} from '../request/types.ts';

/* The exact output of the reply encoders, whole and in streams; after `openai` 7.55.0. */

export type UrlCitation = {
  type: 'url_citation';
  url: string;
  title: string;
  start_index: number;
  end_index: number;
};
export type TokenLogprob = {
  token: string;
  bytes: number[];
  logprob: number;
  top_logprobs: { token: string; bytes: number[]; logprob: number }[];
};
/** A token in the events of a stream, which state no bytes. */
export type StreamedLogprob = {
  token: string;
  logprob: number;
  top_logprobs: { token: string; logprob: number }[];
};
export type OutputText = {
  type: 'output_text';
  text: string;
  annotations: UrlCitation[];
  logprobs: TokenLogprob[];
};
export type OutputRefusal = { type: 'refusal'; refusal: string };
export type OutputContent = OutputText | OutputRefusal;

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';
export type MessageOutput = {
  id: string;
  type: 'message';
  role: 'assistant';
  status: ItemStatus;
  content: OutputContent[];
  phase?: Phase;
};
export type ReasoningOutput = Omit<ReasoningItem, 'content'> & { status: ItemStatus };
type CallState = { id: string; status: ItemStatus; namespace?: string };
export type FunctionCallOutput = CallState & FunctionCallItem;
export type CustomCallOutput = CallState & CustomCallItem;
export type ImageOutput = {
  id: string;
  type: 'image_generation_call';
  status: 'in_progress' | 'completed';
  result: string | null;
  output_format?: 'png' | 'jpeg' | 'webp' | 'gif' | 'svg';
};
export type CompactionOutput = { id: string; type: 'compaction'; encrypted_content: string };
export type OutputItem =
  | MessageOutput
  | ReasoningOutput
  | FunctionCallOutput
  | CustomCallOutput
  | ImageOutput
  | CompactionOutput;

export type ResponsesUsage = {
  input_tokens: number;
  input_tokens_details: { cached_tokens: number; cache_write_tokens: number };
  output_tokens: number;
  output_tokens_details: { reasoning_tokens: number };
  total_tokens: number;
};

export type ResponseStatus = 'in_progress' | 'completed' | 'incomplete' | 'failed';

/** The codes of failed replies that clients decide by (`codex-rs/codex-api` of Codex 0.171.0). */
export type FailureCode =
  'server_error' | 'rate_limit_exceeded' | 'context_length_exceeded' | 'invalid_prompt';

/** The fields that state how a reply ended. */
export type ReplyEnd = {
  status: ResponseStatus;
  incomplete_details: { reason: 'max_output_tokens' | 'content_filter' } | null;
  error: { code: FailureCode; message: string } | null;
};

/** The fields that a reply repeats from its request, with the values that were used. */
export type RequestEcho = {
  instructions: string | null;
  max_output_tokens: number | null;
  max_tool_calls: number | null;
  metadata: { [key: string]: string };
  frequency_penalty: number;
  parallel_tool_calls: boolean;
  presence_penalty: number;
  previous_response_id: string | null;
  prompt_cache_key: string | null;
  reasoning: { [Field in keyof ReasoningConfig]-?: ReasoningConfig[Field] | null };
  safety_identifier: string | null;
  store: boolean;
  temperature: number | null;
  text: TextConfig;
  tool_choice: ToolChoiceParam;
  tools: (ToolParam | NamespaceToolParam)[];
  top_logprobs: number;
  top_p: number | null;
  truncation: 'auto' | 'disabled';
};

export type ResponsesReply = {
  id: string;
  object: 'response';
  created_at: number;
  completed_at: number | null;
  access_programs: null;
  background: boolean;
  model: string;
  output: OutputItem[];
  service_tier: ServiceTier;
} & ReplyEnd &
  RequestEcho & { usage: ResponsesUsage | null };

type OfItem = { item_id: string; output_index: number };
type OfContent = OfItem & { content_index: number };
type OfSummary = OfItem & { summary_index: number };

/** One event of a stream, before it gets its sequence number. */
export type ResponsesEvent =
  | {
      type:
        | 'response.created'
        | 'response.in_progress'
        | 'response.completed'
        | 'response.incomplete'
        | 'response.failed';
      response: ResponsesReply;
    }
  | {
      type: 'response.output_item.added' | 'response.output_item.done';
      output_index: number;
      item: OutputItem;
    }
  | (OfContent & {
      type: 'response.content_part.added' | 'response.content_part.done';
      part: OutputContent;
    })
  | (OfContent & { type: 'response.output_text.delta'; delta: string; logprobs: StreamedLogprob[] })
  | (OfContent & { type: 'response.output_text.done'; text: string; logprobs: StreamedLogprob[] })
  | (OfContent & {
      type: 'response.output_text.annotation.added';
      annotation_index: number;
      annotation: UrlCitation;
    })
  | (OfContent & { type: 'response.refusal.delta'; delta: string })
  | (OfContent & { type: 'response.refusal.done'; refusal: string })
  | (OfItem & { type: 'response.function_call_arguments.delta'; delta: string })
  | (OfItem & { type: 'response.function_call_arguments.done'; arguments: string })
  | (OfItem & { type: 'response.custom_tool_call_input.delta'; delta: string })
  | (OfItem & { type: 'response.custom_tool_call_input.done'; input: string })
  | (OfSummary & {
      type: 'response.reasoning_summary_part.added' | 'response.reasoning_summary_part.done';
      part: SummaryText;
    })
  | (OfSummary & { type: 'response.reasoning_summary_text.delta'; delta: string })
  | (OfSummary & { type: 'response.reasoning_summary_text.done'; text: string });

/** The error event, in both the flat form of the schema and the nested form that is used in practice. */
export type ErrorEvent = {
  type: 'error';
  code: string | null;
  message: string;
  param: string | null;
  sequence_number: number;
  error: { type: string; code: string | null; message: string; param: string | null };
};
