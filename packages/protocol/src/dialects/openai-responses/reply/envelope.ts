// The fields around the output of a Responses reply, for whole replies and streams.
import { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, CustomTool, FunctionTool } from '../../../canonical/request.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ReplyTarget } from '../../../codec.ts';
import { isJsonObject, type JsonValue } from '../../../json/value.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { ownItemOf } from '../client-tools.ts';
import { dialect, ownExtras } from '../extras.ts';
import { createNameSplitter, groupTools } from '../request/namespaces.ts';
import { encodeOutputFormat } from '../request/options-encoder.ts';
import { writeChoice } from '../request/tool-choice.ts';
import { encodeFunction, writeCustom } from '../request/tools.ts';
import type { ReasoningConfig, ToolChoiceParam, ToolParam } from '../request/types.ts';
import { tierOf } from '../tables.ts';
import { encodeUsage } from '../usage.ts';
import type { OutputItem, ReplyEnd, RequestEcho, ResponsesReply } from './types.ts';

/** The fields of a reply that its envelope does not contain. */
export interface EnvelopeContent {
  readonly output: OutputItem[];
  readonly end: ReplyEnd;
  readonly usage: Usage | undefined;
}

/**
 * Encodes everything of a reply except its content, the same in every event of a stream: each field that the
 * vendor and the schema of Open Responses (`ResponseResource`) require.
 */
export interface Envelope {
  /** The reply while it is in progress. */
  begin(): ResponsesReply;
  finish(content: EnvelopeContent): ResponsesReply;
}

export function createEnvelope(target: ReplyTarget, serviceTier: string | undefined): Envelope {
  const head = {
    id: `resp_${target.id}`,
    object: 'response',
    created_at: target.createdAt,
    access_programs: null,
    background: false,
    model: target.model,
    ...encodeEcho(target.request),
    service_tier: tierOf(serviceTier ?? '') ?? 'default',
  } as const;
  return {
    begin: () => ({ ...head, completed_at: null, ...running, output: [], usage: null }),
    finish: ({ output, end, usage }) => ({
      ...head,
      completed_at: end.status === 'completed' ? (target.completedAt?.() ?? null) : null,
      ...end,
      output,
      usage: encodeUsage(usage),
    }),
  };
}

const running: ReplyEnd = { status: 'in_progress', incomplete_details: null, error: null };

/** Repeats the request, with the defaults of the format for absent fields. */
function encodeEcho(request: CanonicalRequest = nothing): RequestEcho {
  const extras = ownExtras(request.extras);
  const { max_tool_calls: maxToolCalls } = extras;
  return {
    instructions: instructionsOf(request),
    max_output_tokens: request.maxOutputTokens ?? null,
    max_tool_calls: typeof maxToolCalls === 'number' ? maxToolCalls : null,
    metadata: { ...request.metadata },
    parallel_tool_calls: request.parallelToolCalls ?? true,
    previous_response_id: request.previousResponseId ?? null,
    prompt_cache_key: request.cacheKey ?? null,
    reasoning: echoReasoning(request),
    safety_identifier: request.user ?? null,
    store: request.store ?? true,
    text: echoText(request),
    tool_choice: echoChoice(request),
    tools: echoTools(request),
    truncation: extras['truncation'] === 'auto' ? 'auto' : 'disabled',
    ...echoSampling(request),
    presence_penalty: numberOf(extras['presence_penalty']),
    frequency_penalty: numberOf(extras['frequency_penalty']),
  };
}

const nothing: CanonicalRequest = {
  model: '',
  stream: false,
  includeUsage: true,
  turns: [],
  tools: [],
  sampling: {},
};

function echoSampling({ sampling }: CanonicalRequest) {
  const { temperature = 1, topP = 1, topLogprobs = 0 } = sampling;
  return { temperature, top_p: topP, top_logprobs: topLogprobs };
}

/** A penalty, which only some servers of this format accept; the vendor has none. */
function numberOf(penalty: JsonValue | undefined): number {
  return typeof penalty === 'number' ? penalty : 0;
}

/** The field `instructions`, without the messages of the same role in the input. */
function instructionsOf({ turns }: CanonicalRequest): string | null {
  const [first] = turns;
  if (first?.role !== 'instruction' || first.nativeRole !== undefined) return null;
  return first.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function echoReasoning(request: CanonicalRequest): RequestEcho['reasoning'] {
  const { effort, show } = request.reasoning ?? {};
  const own: ReasoningConfig = objectOf(ownExtras(request.extras)['reasoning']);
  return { effort: effort ?? null, summary: own.summary ?? (show === true ? 'auto' : null) };
}

function echoText(request: CanonicalRequest): RequestEcho['text'] {
  const { outputFormat, verbosity } = request;
  return {
    format: outputFormat ? encodeOutputFormat(outputFormat) : { type: 'text' },
    verbosity: verbosity ?? 'medium',
  };
}

const ownNames = { toUpstream: (name: string) => name };

function echoChoice(request: CanonicalRequest): ToolChoiceParam {
  const hosted = ownExtras(request.extras)['tool_choice'];
  // The choice of a hosted tool came from this dialect.
  if (isJsonObject(hosted)) return hosted as ToolChoiceParam;
  const { toolChoice, tools } = request;
  const context = { names: ownNames, notes: new NoteBook() };
  return (toolChoice && writeChoice(toolChoice, tools, context)) ?? 'auto';
}

/** The tools as they were declared, grouped by namespace again. */
function echoTools({ tools }: CanonicalRequest): RequestEcho['tools'] {
  const split = createNameSplitter(tools);
  const declared = tools.filter((tool) => tool.kind === 'server' || tool.isFound !== true);
  return groupTools(
    declared.map((tool) => {
      // Tools of other dialects cannot occur, because the client uses this one.
      if (tool.kind === 'server') return { tool, param: (tool.extras[dialect] ?? {}) as ToolParam };
      return { tool, param: writeTool(tool, split(tool.name).name) };
    }),
  );
}

/** A reply states the description of a function also if there is none. */
function writeTool(tool: FunctionTool | CustomTool, name: string): ToolParam {
  if (tool.kind === 'custom') return writeCustom(tool, name);
  const own = ownItemOf(tool);
  // It came from this dialect, whose type does not include it among the functions.
  if (own !== undefined) return own as ToolParam;
  return { ...encodeFunction(tool, name), description: tool.description ?? null };
}
