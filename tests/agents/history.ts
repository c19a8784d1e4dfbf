/** Finds tools, their calls and their results in the requests of agents, in any format; used by `problems.ts`. */
import type { Dialect } from '@parley/testkit';

type JsonObject = Readonly<Record<string, unknown>>;

/** A tool call or a tool result in the history of a request. */
export interface Mark {
  readonly kind: 'call' | 'result';
  /** The id, or the name, by which a result refers to its call. */
  readonly id: unknown;
  /** Its index in the list of turns or items. */
  readonly turn: number;
}

const historyFields: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'messages',
  'anthropic-messages': 'messages',
  'gemini-generate': 'contents',
  'openai-responses': 'input',
};

/** How a format marks a call or a result; `turn` is filled in by the reader. */
type Recognition = (value: JsonObject) => Omit<Mark, 'turn'> | undefined;

const recognitions: Readonly<Record<Dialect, Recognition>> = {
  'openai-chat': ({ type, role, id, tool_call_id: result }) => {
    if (role === 'tool') return { kind: 'result', id: result };
    return type === 'function' || type === 'custom' ? { kind: 'call', id } : undefined;
  },
  'anthropic-messages': ({ type, id, tool_use_id: result }) => {
    if (type === 'tool_result') return { kind: 'result', id: result };
    return type === 'tool_use' ? { kind: 'call', id } : undefined;
  },
  'gemini-generate': ({ functionCall: call, functionResponse: result }) => {
    if (isObject(result)) return { kind: 'result', id: result['id'] ?? result['name'] };
    return isObject(call) ? { kind: 'call', id: call['id'] ?? call['name'] } : undefined;
  },
  'openai-responses': ({ type, call_id: id }) => {
    if (type === 'function_call_output' || type === 'custom_tool_call_output')
      return { kind: 'result', id };
    return type === 'function_call' || type === 'custom_tool_call'
      ? { kind: 'call', id }
      : undefined;
  },
};

/** The calls and results of a request's history, in order. */
export function listMarks(dialect: Dialect, body: unknown): readonly Mark[] {
  const history = isObject(body) ? body[historyFields[dialect]] : undefined;
  if (!Array.isArray(history)) return [];
  return history.flatMap((turn: unknown, index) =>
    [...listObjects(turn)].flatMap((value) => {
      const mark = recognitions[dialect](value);
      return mark === undefined ? [] : [{ ...mark, turn: index }];
    }),
  );
}

/** A tool that a request declares. */
export interface OfferedTool {
  /** Its name in the request. */
  readonly name: string;
  /** Its whole declaration as JSON. */
  readonly declaration: string;
}

/**
 * Finds a tool among those that a request declares, in any format.
 * @param name the agent's own name of the tool; in formats without namespaces, a prefix may precede it
 */
export function findTool(body: unknown, name: string): OfferedTool | undefined {
  for (const tool of listObjects(listOffers(body))) {
    const offered = tool['name'];
    if (typeof offered !== 'string') continue;
    if (offered !== name && !offered.endsWith(`_${name}`)) continue;
    return { name: offered, declaration: JSON.stringify(tool) };
  }
  return undefined;
}

/** Tools have a field of their own; Codex may declare them in the input. */
function listOffers(body: unknown): unknown {
  if (!isObject(body)) return [];
  const { tools, input } = body;
  const items: readonly unknown[] = Array.isArray(input) ? input : [];
  return [tools, ...items.filter((item) => isObject(item) && item['type'] === 'additional_tools')];
}

function* listObjects(value: unknown): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) yield value;
  for (const inner of Object.values(value)) yield* listObjects(inner);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
