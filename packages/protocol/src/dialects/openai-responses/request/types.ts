// The types of the Responses requests that encoders write.
import type { Effort } from '../../../canonical/request.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { ChatServiceTier } from '../../../profiles/profile.ts';

/*
 * The exact output of the request encoder. The decoders accept far more: see the schemas. These are type
 * aliases and not interfaces, so that each of them is also a `JsonObject`.
 */

export type InputText = { type: 'input_text'; text: string };
export type ImageDetail = 'auto' | 'low' | 'high' | 'original';
export type InputImage = {
  type: 'input_image';
  detail: ImageDetail;
  image_url?: string;
  file_id?: string;
};
export type InputFile = {
  type: 'input_file';
  file_data?: string;
  file_url?: string;
  file_id?: string;
  filename?: string;
};
export type InputContent = InputText | InputImage | InputFile;

export type Phase = 'commentary' | 'final_answer';

export type InputMessage = {
  type: 'message';
  role: 'user' | 'assistant' | 'developer';
  content: string | InputContent[];
  phase?: Phase;
};
export type SummaryText = { type: 'summary_text'; text: string };
export type ReasoningText = { type: 'reasoning_text'; text: string };
export type ReasoningItem = {
  type: 'reasoning';
  id: string;
  summary: SummaryText[];
  content?: ReasoningText[];
  encrypted_content?: string;
};
export type FunctionCallItem = {
  type: 'function_call';
  call_id: string;
  name: string;
  namespace?: string;
  arguments: string;
};
export type CustomCallItem = {
  type: 'custom_tool_call';
  call_id: string;
  name: string;
  namespace?: string;
  input: string;
};
export type CallOutput = string | InputContent[];
export type FunctionOutputItem = {
  type: 'function_call_output';
  call_id: string;
  output: CallOutput;
};
export type CustomOutputItem = {
  type: 'custom_tool_call_output';
  call_id: string;
  output: CallOutput;
};
export type InputItem =
  | InputMessage
  | ReasoningItem
  | FunctionCallItem
  | CustomCallItem
  | FunctionOutputItem
  | CustomOutputItem;

export type FunctionToolParam = {
  type: 'function';
  name: string;
  parameters: JsonObject | null;
  strict: boolean;
  description?: string | null;
};
export type ToolFormat =
  { type: 'text' } | { type: 'grammar'; syntax: 'lark' | 'regex'; definition: string };
export type CustomToolParam = {
  type: 'custom';
  name: string;
  description?: string;
  format?: ToolFormat;
};
export type NamespaceToolParam = {
  type: 'namespace';
  name: string;
  description: string;
  tools: (FunctionToolParam | CustomToolParam)[];
};
export type ToolParam = FunctionToolParam | CustomToolParam;

export type NamedTool = { type: 'function' | 'custom'; name: string; namespace?: string };
export type ToolChoiceParam =
  | 'none'
  | 'auto'
  | 'required'
  | NamedTool
  | { type: 'allowed_tools'; mode: 'auto' | 'required'; tools: NamedTool[] };

export type TextFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | {
      type: 'json_schema';
      name: string;
      schema: JsonObject;
      strict: boolean;
      description?: string;
    };
export type TextConfig = { format?: TextFormat; verbosity?: 'low' | 'medium' | 'high' };

export type ReasoningConfig = {
  effort?: Effort;
  summary?: 'auto' | 'concise' | 'detailed';
};
export type ServiceTier = ChatServiceTier | 'ultrafast';
export type Includable = 'reasoning.encrypted_content' | 'message.output_text.logprobs';

export type RequestOptions = {
  max_output_tokens?: number;
  temperature?: number;
  top_p?: number;
  top_logprobs?: number;
  include?: Includable[];
  text?: TextConfig;
  reasoning?: ReasoningConfig;
  user?: string;
  safety_identifier?: string;
  service_tier?: ServiceTier;
  prompt_cache_key?: string;
  metadata?: { [key: string]: string };
  previous_response_id?: string;
  store?: boolean;
};

export type ToolOptions = {
  tools?: (ToolParam | NamespaceToolParam)[];
  tool_choice?: ToolChoiceParam;
  parallel_tool_calls?: boolean;
};

export type ResponsesRequest = {
  model: string;
  input: InputItem[];
  instructions?: string;
  stream?: boolean;
} & RequestOptions &
  ToolOptions;
