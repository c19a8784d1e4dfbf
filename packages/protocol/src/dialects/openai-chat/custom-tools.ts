// Custom tools for Chat Completions upstreams that support only functions, for the request encoder and reply
// decoders.
import type { NoteBook } from '../../canonical/note.ts';
import type { Extras } from '../../canonical/dialect.ts';
import type { CallPart, Part } from '../../canonical/part.ts';
import type { CanonicalRequest, FunctionTool, Tool } from '../../canonical/request.ts';
import type { ReplyTarget } from '../../codec.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { CustomInputReader } from '../../shared/openai/tools.ts';
import { customInputSchema } from '../../shared/root-schema.ts';
import { becameFunction } from '../../shared/lost-request-details.ts';

/**
 * Replaces custom tools, and their calls in the history, with functions that take one string, for upstreams
 * that support only functions.
 */
export function replaceCustomTools(request: CanonicalRequest, notes: NoteBook): CanonicalRequest {
  if (!hasCustomTools(request)) return request;
  return {
    ...request,
    tools: request.tools.map((tool, index) => replaceTool(tool, `tools[${index}]`, notes)),
    turns: request.turns.map((turn) => ({ ...turn, parts: turn.parts.map(replaceCall) })),
  };
}

function hasCustomTools({ tools, turns }: CanonicalRequest): boolean {
  const hasTool = tools.some(({ kind }) => kind === 'custom');
  return hasTool || turns.some(({ parts }) => parts.some(isCustomCall));
}

function isCustomCall(part: Part): part is CallPart {
  return part.type === 'call' && part.custom === true;
}

function replaceTool(tool: Tool, path: string, notes: NoteBook): Tool {
  if (tool.kind !== 'custom') return tool;
  notes.approximated(path, becameFunction);
  if (hasGrammar(tool.extras?.['openai-chat']) || hasGrammar(tool.extras?.['openai-responses'])) {
    notes.dropped(`${path}.format`, 'The arguments of a function cannot be bound to a grammar.');
  }
  const { extras = {}, ...facts } = tool;
  return {
    ...facts,
    kind: 'function',
    schema: customInputSchema,
    extras: withoutFormat(extras),
  } satisfies FunctionTool;
}

/** The format of the input is noted or means any text; other fields are those of every tool. */
function withoutFormat(extras: Extras): Extras {
  return Object.fromEntries(
    Object.entries(extras).map(([origin, { format: _, ...fields }]) => [origin, fields]),
  );
}

function hasGrammar(extras: JsonObject | undefined): boolean {
  const format = extras?.['format'];
  return isJsonObject(format) && format['type'] === 'grammar';
}

function replaceCall(part: Part): Part {
  if (!isCustomCall(part)) return part;
  const { custom: _, ...call } = part;
  return { ...call, arguments: JSON.stringify({ input: part.arguments }) };
}

/** The names of the client's custom tools; upstream, functions may replace them. */
export function namesOfCustomTools({ request }: Pick<ReplyTarget, 'request'>): ReadonlySet<string> {
  const tools = request?.tools ?? [];
  return new Set(tools.flatMap((tool) => (tool.kind === 'custom' ? [tool.name] : [])));
}

/** Turns the call of a substitute function back into a call of the client's custom tool. */
export function restoreCustomCall(call: CallPart): CallPart {
  const reader = new CustomInputReader();
  const text = reader.push(call.arguments) + reader.end();
  return { ...call, arguments: text, custom: true };
}
