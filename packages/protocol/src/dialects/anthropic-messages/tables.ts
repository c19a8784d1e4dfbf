// Names and limits of messages that several files of the dialect look up.
import type { DialectId } from '../../canonical/dialect.ts';
import type { ErrorCode } from '../../canonical/error.ts';
import type { FinishReason } from '../../canonical/finish.ts';
import type { Effort } from '../../canonical/request.ts';

/** This dialect's name, under which it keeps what only it has. */
export const dialect = 'anthropic-messages' satisfies DialectId;

/** The vendor whose signatures this dialect's own clients carry. */
export const homeVendor = 'anthropic';

/** `compaction` pauses a turn too: the caller sends the compacted conversation again. */
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

/** The stop reasons that answers are written with. */
export type StopReason = (typeof stopReasonOfFinish)[FinishReason];

/** Every stop reason a stream may end with, beta ones included. */
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

/** 413 is an `invalid_request_error`: the vendor's current list has no word of its own for it. */
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

/** The error word of a status an upstream rejected a request with. */
export const errorTypeOfStatus: ReadonlyMap<number, ErrorType> = new Map([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [409, 'conflict_error'],
  [429, 'rate_limit_error'],
]);

/** The values `output_config.effort` takes, weakest first. */
export const wireEfforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type WireEffort = (typeof wireEfforts)[number];

/** The smallest reasoning budget the format takes, in tokens. */
export const smallestBudget = 1024;

/**
 * Reasoning tokens for an effort, for models that take a budget only. The three middle ones are the
 * figures Google publishes for its own chat endpoint; the others continue the row.
 */
export const budgetOfEffort: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: smallestBudget,
  low: smallestBudget,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 49_152,
};

/** Request tiers: the values of the chat dialect are the canonical ones. */
export const tierOfWire: ReadonlyMap<string, string> = new Map([
  ['auto', 'auto'],
  ['standard_only', 'default'],
]);
export const wireOfTier: ReadonlyMap<string, 'auto' | 'standard_only'> = new Map([
  ['auto', 'auto'],
  ['default', 'standard_only'],
]);

/** What `usage.service_tier` of a reply says, in canonical terms. */
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

/** Blocks of tools the provider runs by itself. */
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
