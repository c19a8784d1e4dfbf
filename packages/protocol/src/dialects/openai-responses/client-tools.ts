// The tools that OpenAI defines and the client runs, as functions for upstreams of other dialects.
import type { CallPart, ResultPart } from '../../canonical/part.ts';
import type { FunctionTool, Tool } from '../../canonical/request.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { writeJson } from '../../json/exact-number.ts';
import { sameBlock } from '../../shared/extras.ts';
import { objectAt, textAt } from '../../shared/json-fields.ts';
import { asExtras, ownExtras } from './extras.ts';
import { describeFound } from './found-tools.ts';

/** How a call of one of these tools is written as an item of its own type. */
export interface ClientTool {
  readonly description: string;
  readonly schema: JsonObject;
  /** The field of a call that has its arguments, and the type of their only kind, where there is one. */
  readonly field: string;
  readonly fixedType?: string;
  /** What a call has at least, as the client's library reads it. */
  readonly defaults: JsonObject;
  /** True if the vendor runs it as well, unless it says that the client does. */
  readonly isShared?: true;
  readonly required: readonly string[];
}

const text: JsonObject = { type: 'string' };

/* The arguments are the fields of `action` and `operation` in `openai` 7.55.0. */
const clientTools: ReadonlyMap<string, ClientTool> = new Map<string, ClientTool>([
  [
    'local_shell',
    {
      description: 'Runs a command on the computer of the user and returns its output.',
      schema: objectOf(
        {
          command: {
            type: 'array',
            items: text,
            description: 'The program and its arguments, such as ["bash", "-lc", "ls"].',
          },
          working_directory: { ...text, description: 'Where the command is run.' },
          timeout_ms: { type: 'integer', description: 'How long it may take, in milliseconds.' },
        },
        ['command'],
      ),
      field: 'action',
      fixedType: 'exec',
      defaults: { env: {} },
      required: ['command'],
    },
  ],
  [
    'apply_patch',
    {
      description: 'Creates, changes or deletes one file.',
      schema: objectOf(
        {
          type: { type: 'string', enum: ['create_file', 'update_file', 'delete_file'] },
          path: { ...text, description: 'The path of the file, relative to the workspace.' },
          diff: {
            ...text,
            description:
              'Not for delete_file. Each line begins with + (added), - (removed) or a space (unchanged, around ' +
              'the change); a line @@, with the enclosing function or class if needed, begins each place. All ' +
              'lines of a new file begin with +.',
          },
        },
        ['type', 'path'],
      ),
      field: 'operation',
      defaults: {},
      required: ['type', 'path'],
    },
  ],
  [
    'tool_search',
    {
      description:
        'Finds tools that are not offered yet. The tools that it finds can be called afterwards.',
      schema: objectOf({ query: { ...text, description: 'What the tool has to do.' } }, ['query']),
      field: 'arguments',
      defaults: {},
      isShared: true,
      required: [],
    },
  ],
]);

function objectOf(properties: JsonObject, required: string[]): JsonObject {
  return { type: 'object', properties, required };
}

/** Where the vendor runs the tool as well, the tool and each of its items say whether the client does. */
const byClient = { execution: 'client' } as const;

/** The tool of this name, if the client runs it according to the definition, call or result. */
function clientToolOf(name: string, raw: JsonObject): ClientTool | undefined {
  const tool = clientTools.get(name);
  return tool?.isShared === true && raw['execution'] !== byClient.execution ? undefined : tool;
}

/**
 * Decodes a tool that the client runs as a function of the same name; `undefined` for any other. The client may
 * describe a search for tools itself.
 */
export function decodeClientTool(raw: JsonObject): FunctionTool | undefined {
  const name = textAt(raw, 'type');
  const tool = clientToolOf(name, raw);
  if (tool === undefined) return undefined;
  const description = textAt(raw, 'description') || tool.description;
  const schema = objectAt(raw, 'parameters') ?? tool.schema;
  return { kind: 'function', name, description, schema, ...asExtras({ [sameBlock]: raw }) };
}

/** The item or the tool of this dialect that a part or a tool was translated from. */
export function ownItemOf({
  extras,
}: Pick<CallPart | ResultPart | FunctionTool, 'extras'>): JsonObject | undefined {
  const item = ownExtras(extras)[sameBlock];
  return isJsonObject(item) ? item : undefined;
}

/** The names of these tools among the tools of a request. */
export function clientToolNames(tools: readonly Tool[]): ReadonlySet<string> {
  const found = tools.filter((tool) => tool.kind === 'function' && ownItemOf(tool) !== undefined);
  return new Set(found.map(({ name }) => name));
}

/**
 * Decodes a call of one of these tools.
 * @param offered the names of those that the request offers; others cannot be called as functions
 */
export function decodeClientCall(
  raw: JsonObject,
  offered: ReadonlySet<string>,
): CallPart | undefined {
  const name = textAt(raw, 'type').replace(/_call$/, '');
  const tool = offered.has(name) ? clientToolOf(name, raw) : undefined;
  const given = tool && objectAt(raw, tool.field);
  if (tool === undefined || given === undefined) return undefined;
  const { type, ...fields } = given;
  const args = tool.fixedType === undefined ? given : fields;
  return {
    type: 'call',
    id: textAt(raw, 'call_id') || textAt(raw, 'id'),
    name,
    arguments: writeJson(args),
    ...asExtras({ [sameBlock]: raw }),
  };
}

/**
 * Decodes the result of a call of one of these tools. One of the shell names the item of its call, and others name the
 * call.
 * @param callIds the ids of the calls so far, by the ids of their items
 */
export function decodeClientResult(
  raw: JsonObject,
  offered: ReadonlySet<string>,
  callIds: ReadonlyMap<string, string>,
): ResultPart | undefined {
  const name = textAt(raw, 'type').replace(/(?:_call)?_output$/, '');
  if (!offered.has(name) || clientToolOf(name, raw) === undefined) return undefined;
  const itemId = textAt(raw, 'id');
  const callId = textAt(raw, 'call_id') || callIds.get(itemId) || itemId;
  const status = textAt(raw, 'status');
  const output = name === 'tool_search' ? describeFound(raw) : textAt(raw, 'output') || status;
  return {
    type: 'result',
    callId,
    content: [{ type: 'text', text: output }],
    ...(status === 'failed' && { isError: true }),
    ...asExtras({ [sameBlock]: raw }),
  };
}

/** A call as an item of its own type. */
export interface ClientCall {
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
}

/** Encodes a call; `undefined` when its arguments lack what the client needs. */
export function encodeClientCall({
  id,
  callId,
  name,
  arguments: written,
}: ClientCall): JsonObject | undefined {
  const tool = clientTools.get(name);
  const args = parseJson(written);
  if (tool === undefined || !isJsonObject(args)) return undefined;
  if (tool.required.some((field) => args[field] === undefined)) return undefined;
  const fixed = tool.fixedType === undefined ? {} : { type: tool.fixedType };
  return {
    id,
    type: `${name}_call`,
    call_id: callId,
    status: 'completed',
    ...(tool.isShared === true && byClient),
    [tool.field]: { ...tool.defaults, ...args, ...fixed },
  };
}
