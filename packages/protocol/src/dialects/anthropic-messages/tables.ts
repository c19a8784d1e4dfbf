// Names and limits of Anthropic Messages that several files of the dialect use.
import type { DialectId } from '../../canonical/dialect.ts';
import type { ErrorCode } from '../../canonical/error.ts';
import type { FinishReason } from '../../canonical/reply.ts';
import type { Effort } from '../../canonical/request.ts';

/** The id of this dialect, under which its extras are stored. */
export const dialect = 'anthropic-messages' satisfies DialectId;

/** The vendor of bare signatures in this dialect. */
export const homeVendor = 'anthropic';

/** `compaction` also pauses a turn: the client sends the compacted conversation again. */
export const finishOfStopReason: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['max_tokens', 'length'],
  ['stop_sequence', 'stop-sequence'],
  ['tool_use', 'calls'],
  ['pause_turn', 'pause'],
  ['compaction', 'pause'],
  ['refusal', 'filter'],
  ['model_context_window_exceeded', 'context'],
]);

export const stopReasonOfFinish = {
  stop: 'end_turn',
  'stop-sequence': 'stop_sequence',
  length: 'max_tokens',
  context: 'model_context_window_exceeded',
  calls: 'tool_use',
  filter: 'refusal',
  pause: 'pause_turn',
  fault: 'end_turn',
} as const satisfies Readonly<Record<FinishReason, string>>;

/** The stop reasons that encoders write. */
export type StopReason = (typeof stopReasonOfFinish)[FinishReason];

/** Every stop reason that a stream may end with, including beta ones. */
export const stopReasons: ReadonlySet<string> = new Set(finishOfStopReason.keys());

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'billing_error'
  | 'permission_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'timeout_error'
  | 'api_error'
  | 'overloaded_error'
  | 'conflict_error';

/** 413 is an `invalid_request_error`: the vendor's current list has no separate error type for it. */
export const errorShapes: Readonly<
  Record<ErrorCode, { readonly status: number; readonly type: ErrorType }>
> = {
  'invalid-request': { status: 400, type: 'invalid_request_error' },
  unauthenticated: { status: 401, type: 'authentication_error' },
  forbidden: { status: 403, type: 'permission_error' },
  'not-found': { status: 404, type: 'not_found_error' },
  'too-large': { status: 413, type: 'invalid_request_error' },
  unsupported: { status: 400, type: 'invalid_request_error' },
  'rate-limited': { status: 429, type: 'rate_limit_error' },
  'quota-exhausted': { status: 429, type: 'rate_limit_error' },
  canceled: { status: 499, type: 'api_error' },
  'upstream-rejected': { status: 400, type: 'invalid_request_error' },
  'upstream-unavailable': { status: 502, type: 'api_error' },
  'upstream-timeout': { status: 504, type: 'timeout_error' },
  overloaded: { status: 529, type: 'overloaded_error' },
  internal: { status: 500, type: 'api_error' },
};

/** The error type by the status of a rejected request. */
export const errorTypeOfStatus: ReadonlyMap<number, ErrorType> = new Map([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [409, 'conflict_error'],
  [429, 'rate_limit_error'],
]);

/** The values of `output_config.effort`, weakest first. */
export const wireEfforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type WireEffort = (typeof wireEfforts)[number];

/** The smallest reasoning budget that the format accepts, in tokens. */
export const smallestBudget = 1024;

/**
 * Reasoning budget per effort, for models that support only budgets. The three middle figures are those that
 * Google publishes for its own chat endpoint; the others continue the series.
 */
export const budgetOfEffort: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: smallestBudget,
  low: smallestBudget,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 49_152,
};

/** Request tiers: the values of the `openai-chat` dialect are the canonical ones. */
export const tierOfWire: ReadonlyMap<string, string> = new Map([
  ['auto', 'auto'],
  ['standard_only', 'default'],
]);
export const wireOfTier: ReadonlyMap<string, 'auto' | 'standard_only'> = new Map([
  ['auto', 'auto'],
  ['default', 'standard_only'],
]);

/** The canonical value of `usage.service_tier` in a reply. */
export const replyTierOfWire: ReadonlyMap<string, string> = new Map([
  ['standard', 'default'],
  ['priority', 'priority'],
  ['batch', 'batch'],
]);
export const wireOfReplyTier: ReadonlyMap<string, 'standard' | 'priority' | 'batch'> = new Map([
  ['default', 'standard'],
  ['priority', 'priority'],
  ['batch', 'batch'],
]);

/** Blocks of tools that the provider runs. */
export const serverBlockTypes: ReadonlySet<string> = new Set([
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'advisor_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'mcp_tool_listing',
]);
