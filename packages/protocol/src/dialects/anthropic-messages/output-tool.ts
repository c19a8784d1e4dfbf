// The tool whose call is the structured output of a model without output schemas, for requests and replies.
import type { CanonicalRequest, ToolChoice } from '../../canonical/request.ts';
import type { NoteBook } from '../../canonical/note.ts';
import type { JsonObject } from '../../json/value.ts';
import { encodeObjectSchema } from '../../shared/root-schema.ts';
import type { ToolChoiceParam, ToolParam } from './types.ts';

/** Its name upstream, which no tool of a client gets, because its calls become text. */
export const outputTool = 'parley_structured_output';

/** What decides whether the tool may be called in place of the client's own tools. */
type OutputRequest = Pick<
  CanonicalRequest,
  'outputFormat' | 'tools' | 'toolChoice' | 'parallelToolCalls'
>;

interface OutputTool {
  readonly tool: ToolParam;
  readonly choice: ToolChoiceParam;
}

/**
 * Returns the tool for a schema, and the choice that makes the model call it or one of the client's tools;
 * `undefined` if the request has no schema of an object, or if it already forces a call.
 */
export function createOutputTool(request: OutputRequest, notes: NoteBook): OutputTool | undefined {
  const { outputFormat: format, tools, toolChoice } = request;
  if (format?.type !== 'schema' || !describesObject(format.schema)) return undefined;
  if (forcesCall(toolChoice)) return undefined;
  notes.approximated(
    'outputFormat',
    'The model has no output schemas, so it must call a tool with the schema; the call becomes text.',
  );
  const isOnly = tools.length === 0 || toolChoice?.mode === 'none';
  return {
    tool: {
      name: outputTool,
      description: format.description ?? 'Gives the final answer to the user.',
      input_schema: encodeObjectSchema(format.schema, 'outputFormat.schema', notes),
    },
    choice: isOnly
      ? { type: 'tool', name: outputTool, disable_parallel_tool_use: true }
      : {
          type: 'any',
          ...(request.parallelToolCalls === false && { disable_parallel_tool_use: true }),
        },
  };
}

/** The input of a tool is an object. */
function describesObject({ type, properties, $ref }: Readonly<Record<string, unknown>>): boolean {
  return type === 'object' || (type === undefined && (properties ?? $ref) !== undefined);
}

function forcesCall(choice: ToolChoice | undefined): boolean {
  if (choice?.mode === 'subset') return choice.required;
  return choice?.mode === 'required' || choice?.mode === 'named';
}

/** True for the block of a reply that holds the structured output. */
export function isOutputCall(block: { readonly type: string; readonly name?: unknown }): boolean {
  return block.type === 'tool_use' && block.name === outputTool;
}

/** True for a request that has the tool. */
export function hasOutputTool(tools: readonly JsonObject[] | undefined): boolean {
  return tools?.some(({ name }) => name === outputTool) === true;
}
