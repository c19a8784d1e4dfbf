// Decodes and encodes tools and tool choice of Chat Completions requests.
import { NoteBook, type Place } from '../../../canonical/note.ts';
import type {
  CanonicalRequest,
  CustomTool,
  FunctionTool,
  ServerTool,
  Tool,
  ToolChoice,
} from '../../../canonical/request.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { rawOf } from '../../../shared/extras.ts';
import { noteNamespace } from '../../../shared/lost-request-details.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import { encodeMark } from '../../../shared/openai/content.ts';
import { encodeStrict } from '../../../shared/openai/output-format.ts';
import { noteOptionsWithoutTools } from '../../../shared/openai/tools.ts';
import { encodeObjectSchema } from '../../../shared/root-schema.ts';
import { isKind } from '../../../shared/schema.ts';
import { decodeWebSearch, noteServerTool } from '../../../shared/web-search.ts';
import { keepExtras, noteForeignExtras, noteLostToolFields, ownExtras } from '../extras.ts';
import type { ChatTool, ChatToolOptions } from '../types.ts';
import { decodeCacheMark } from './content-decoder.ts';
import {
  type CustomInput,
  type FunctionChoiceInput,
  type FunctionInput,
  type RequestInput,
  type ToolChoiceInput,
  type ToolInput,
} from './schema.ts';
import { fitSchema } from './fit-schema.ts';
import { encodeToolChoice, offerTools, type ToolContext } from './tool-choice.ts';

const functionFields = new Set(['name', 'description', 'parameters', 'strict']);
const customFields = new Set(['name', 'description']);

/** Decodes the tools of both API generations; legacy functions come after the others, and the web search last. */
export function decodeTools(input: RequestInput, notes: NoteBook): Tool[] {
  return [
    ...(input.tools ?? []).map((tool, at) => decodeTool(tool, { path: `tools[${at}]`, notes })),
    ...(input.functions ?? []).map(decodeFunction),
    ...decodeWebSearchOptions(input),
  ];
}

/** The field that asks for a web search, which is no tool in this dialect. */
const searchField = 'web_search_options';

/** The place of the user lies one level deeper than in other dialects. */
function decodeWebSearchOptions({ [searchField]: options }: RequestInput): ServerTool[] {
  if (!options) return [];
  const { user_location: location, ...others } = rawOf(options);
  const { approximate, ...place } = isJsonObject(location) ? location : {};
  const given = isJsonObject(approximate) ? { user_location: { ...place, ...approximate } } : {};
  return [
    {
      kind: 'server',
      name: 'web_search',
      webSearch: { ...decodeWebSearch({ ...others, ...given }, []), field: searchField },
      extras: { 'openai-chat': rawOf(options) },
    },
  ];
}

/**
 * Clients that send `functions` and no `tools` read calls only from `function_call`, which contains one; so
 * the upstream should make at most one.
 */
export function decodeCallForm(
  input: RequestInput,
): Pick<CanonicalRequest, 'singleCall' | 'parallelToolCalls'> {
  const isFirstGeneration = !input.tools?.length && Boolean(input.functions?.length);
  return isFirstGeneration ? { singleCall: true, parallelToolCalls: false } : {};
}

function decodeTool(tool: ToolInput, place: Place): Tool {
  const isOwn = isKind(tool, 'function') || isKind(tool, 'custom');
  if (isOwn) noteLostToolFields(tool, place);
  if (isKind(tool, 'function')) {
    return { ...decodeFunction(tool.function), ...decodeCacheMark(tool) };
  }
  if (isKind(tool, 'custom')) return decodeCustom(tool.custom);
  // Tools that a provider runs have no common form, so the definition is kept whole.
  return { kind: 'server', name: tool.type, extras: { 'openai-chat': rawOf(tool) } };
}

function decodeCustom(definition: CustomInput): CustomTool {
  const { name, description } = definition;
  return {
    kind: 'custom',
    name,
    ...omitNullish({ description }),
    ...keepExtras(definition, customFields),
  };
}

function decodeFunction(definition: FunctionInput): FunctionTool {
  const { name, description, parameters, strict } = definition;
  return {
    kind: 'function',
    name,
    ...omitNullish({ description, schema: parameters, strict }),
    ...keepExtras(definition, functionFields),
  };
}

/** Decodes the tool choice of both API generations. */
export function decodeToolChoice(input: RequestInput, notes: NoteBook): ToolChoice | undefined {
  const { tool_choice: choice } = input;
  if (typeof choice === 'string') return decodeWord(choice, input, notes);
  if (choice) return decodeChoice(choice);
  return input.function_call ? decodeFunctionChoice(input.function_call) : undefined;
}

function decodeWord(word: string, input: RequestInput, notes: NoteBook): ToolChoice | undefined {
  switch (word) {
    case 'none':
    case 'auto':
    case 'required':
      return { mode: word };
    // Copilot CLI sends it to Gemini models: calls must follow their schemas, and none is required.
    case 'validated': {
      const names = decodeTools(input, new NoteBook()).flatMap((tool) =>
        tool.kind === 'server' ? [] : [tool.name],
      );
      return { mode: 'subset', names, required: false };
    }
    default:
      notes.dropped('tool_choice', 'This tool choice is unknown.');
      return undefined;
  }
}

function decodeChoice(choice: Exclude<ToolChoiceInput, string>): ToolChoice {
  switch (choice.type) {
    case 'function':
      return { mode: 'named', name: choice.function.name };
    case 'custom':
      return { mode: 'named', name: choice.custom.name };
    case 'allowed_tools': {
      const { mode, tools } = choice.allowed_tools;
      return { mode: 'subset', names: tools.flatMap(nameOf), required: mode === 'required' };
    }
  }
}

/** Both spellings occur: `{type, function: {name}}` and the flat `{type, name}`. */
function nameOf(tool: JsonObject): string[] {
  const inner = tool['function'] ?? tool['custom'] ?? tool;
  const name = isJsonObject(inner) ? inner['name'] : undefined;
  return typeof name === 'string' ? [name] : [];
}

function decodeFunctionChoice(choice: FunctionChoiceInput): ToolChoice {
  return typeof choice === 'string' ? { mode: choice } : { mode: 'named', name: choice.name };
}

/**
 * Encodes tools, tool choice and the parallel calls option. Without tools the other two are omitted as well,
 * because upstreams reject them and an empty list.
 */
export function encodeToolOptions(
  request: CanonicalRequest,
  context: ToolContext,
): ChatToolOptions {
  const search = request.tools.find(isSearchField)?.extras['openai-chat'];
  return {
    ...omitUndefined({ [searchField]: search }),
    ...encodeChosenTools(request, context),
  };
}

function isSearchField(tool: Tool): tool is ServerTool {
  return tool.kind === 'server' && tool.webSearch?.field === searchField;
}

function encodeChosenTools(request: CanonicalRequest, context: ToolContext): ChatToolOptions {
  const { offered, choice: accepted } = offerTools(request, context);
  const tools = offered.flatMap(({ tool, path }) => encodeTool(tool, path, context));
  if (tools.length === 0) {
    if (offered.length === request.tools.length)
      noteOptionsWithoutTools(request, context.notes, withoutTools);
    return {};
  }
  const choice = accepted && encodeToolChoice(accepted, offered, context);
  const { parallelToolCalls } = request;
  return {
    tools,
    ...omitUndefined({ tool_choice: choice, parallel_tool_calls: parallelToolCalls }),
  };
}

const withoutTools = 'Without tools the upstream refuses this option.';

function encodeTool(tool: Tool, path: string, context: ToolContext): ChatTool[] {
  if (tool.kind === 'server') return encodeServerTool(tool, path, context.notes);
  noteNamespace(tool, { path, notes: context.notes });
  if ('cache' in tool) encodeMark(tool.cache, { path, notes: context.notes });
  const name = context.names.toUpstream(tool.name);
  if (tool.kind === 'custom') return [encodeCustom(tool, name, { path, notes: context.notes })];
  noteForeignExtras(tool.extras, path, context.notes);
  return [encodeFunction(tool, name, { ...context, path })];
}

function encodeServerTool(tool: ServerTool, path: string, notes: NoteBook) {
  if (tool.webSearch?.field === searchField) return [];
  const own = tool.extras['openai-chat'];
  // It came from this dialect, whose type does not include it.
  if (own !== undefined) return [own as ChatTool];
  noteServerTool(tool, { path, notes });
  return [];
}

/** Responses has the same grammar one level higher, so that one field of its extras can be kept. */
function encodeCustom(tool: CustomTool, name: string, { path, notes }: Place): ChatTool {
  const { description } = tool;
  const { format: foreign, ...others } = tool.extras?.['openai-responses'] ?? {};
  const grammar = readGrammar(foreign);
  const unknown = grammar === undefined && foreign !== undefined ? { format: foreign } : {};
  const lost = { ...tool.extras, 'openai-responses': { ...others, ...unknown } };
  noteForeignExtras(lost, path, notes);
  return {
    type: 'custom',
    custom: {
      ...ownExtras(tool.extras),
      ...omitUndefined({ format: grammar && { type: 'grammar', grammar } }),
      name,
      ...omitUndefined({ description }),
    },
  };
}

function readGrammar(format: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(format) || format['type'] !== 'grammar') return undefined;
  const { syntax, definition } = format;
  return typeof definition === 'string' ? { syntax, definition } : undefined;
}

function encodeFunction(
  tool: FunctionTool,
  name: string,
  { profile, path, notes }: ToolContext & Place,
): ChatTool {
  const { description, schema } = tool;
  const strict = encodeStrict(tool, `${path}.strict`, notes);
  const parameters = schema && encodeParameters(schema, profile, { path: `${path}.schema`, notes });
  return {
    type: 'function',
    function: {
      ...ownExtras(tool.extras),
      name,
      ...omitUndefined({ description, parameters, strict }),
    },
  };
}

/** Upstreams reject a root that is not an object or has no properties. */
function encodeParameters(schema: JsonObject, profile: Profile, place: Place): JsonObject {
  const root = encodeObjectSchema(schema, place.path, place.notes);
  const whole = 'properties' in root ? root : { properties: {}, ...root };
  return fitSchema(whole, profile, place);
}
