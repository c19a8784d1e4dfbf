// Decodes and encodes the tools of Responses requests.
import type { NoteBook, Place } from '../../../canonical/note.ts';
import type {
  CanonicalRequest,
  CustomTool,
  FunctionTool,
  ServerTool,
  Tool,
} from '../../../canonical/request.ts';
import type { ToolUseName } from '../../../canonical/tool-uses.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import { encodeMark } from '../../../shared/openai/content.ts';
import { encodeStrict } from '../../../shared/openai/output-format.ts';
import { noteOptionsWithoutTools } from '../../../shared/openai/tools.ts';
import { isKind } from '../../../shared/schema.ts';
import { decodeWebSearch, encodeWebSearch } from '../../../shared/web-search.ts';
import {
  asExtras,
  dialect,
  noteForeignExtras,
  otherToolFields,
  ownExtras,
  rawOf,
} from '../extras.ts';
import { decodeClientTool, ownItemOf } from '../client-tools.ts';
import { findClientTools, foundTools, givenTools } from './given-tools.ts';
import { groupTools, qualifiedName, upstreamName } from './namespaces.ts';
import type { RequestInput } from './schema.ts';
import { encodeChoice, type ToolContext } from './tool-choice.ts';
import type { CustomInput, FunctionInput, NamespaceInput, ToolInput } from './tools-schema.ts';
import type {
  CustomToolParam,
  FunctionToolParam,
  ToolFormat,
  ToolOptions,
  ToolParam,
} from './types.ts';

const functionFields = new Set(['type', 'name', 'description', 'parameters', 'strict']);
const customFields = new Set(['type', 'name', 'description']);

/**
 * Decodes the tools of a request and those in its input. Of two with the same name the later one is used: a
 * client that sends its tools in the input repeats them with every change. What a search found may repeat the tools
 * of the request, which are deferred then, and is used only where it says something new.
 */
export function decodeTools(input: RequestInput, notes: NoteBook): Tool[] {
  const byName = new Map<string, Tool>();
  const offered = findClientTools(input);
  for (const [index, tool] of givenTools(input).entries()) {
    for (const decoded of decodeTool(tool, offered, { path: `tools[${index}]`, notes })) {
      // Tools that the vendor runs have no names; there may be several of one type.
      const key = decoded.kind === 'server' ? `server ${index}` : `own ${decoded.name}`;
      byName.set(key, decoded);
    }
  }
  for (const tool of foundTools(input)) {
    for (const decoded of decodeTool(tool, none, { path: 'input', notes })) {
      const key = `own ${decoded.name}`;
      if (decoded.kind !== 'server' && !byName.has(key))
        byName.set(key, { ...decoded, isFound: true });
    }
  }
  return [...byName.values()];
}

function decodeTool(tool: ToolInput, offered: ReadonlySet<string>, { path, notes }: Place): Tool[] {
  if (isKind(tool, 'function')) return [decodeFunction(tool)];
  if (isKind(tool, 'custom')) return [decodeCustom(tool)];
  if (isKind(tool, 'namespace')) return decodeNamespace(tool, path, notes);
  const run = offered.has(tool.type) ? decodeClientTool(rawOf(tool)) : undefined;
  if (run !== undefined) return [run];
  return [
    {
      ...{ kind: 'server', name: tool.type, ...readWebSearch(tool) },
      ...omitUndefined({ use: usesOfTypes.get(tool.type) }),
      extras: { [dialect]: rawOf(tool) },
    },
  ];
}

/** `web_search`, a dated version of it, or the preview before it. */
const webSearchType = /^web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/;

function readWebSearch(tool: ToolInput): Pick<ServerTool, 'webSearch'> {
  if (!webSearchType.test(tool.type)) return {};
  const { filters, user_location: location, ...settings } = rawOf(tool);
  // Only this format lets the client leave out the type, which has one value.
  const located = isJsonObject(location) ? { type: 'approximate', ...location } : undefined;
  const given = { ...settings, ...objectOf(filters), ...omitUndefined({ user_location: located }) };
  return { webSearch: decodeWebSearch(given, ['type']) };
}

/** Tools with a fee for each use: OpenAI’s search of files, and xAI’s (docs.x.ai, Tools Pricing). */
const usesOfTypes: ReadonlyMap<string, ToolUseName> = new Map([
  ['file_search', 'file_search'],
  ['collections_search', 'file_search'],
  ['x_search', 'x_search'],
  ['code_execution', 'code_execution'],
  ['code_interpreter', 'code_execution'],
]);

function decodeFunction(tool: FunctionInput): FunctionTool {
  const { name, description, parameters, strict } = tool;
  return {
    kind: 'function',
    name,
    ...omitNullish({ description, schema: parameters && rawOf(parameters), strict }),
    ...asExtras(otherToolFields(tool, functionFields)),
  };
}

/** The plain format is the default, so only a grammar is kept. */
function decodeCustom(tool: CustomInput): Tool {
  const { name, description, format } = tool;
  const isPlain = format?.type === 'text';
  const known = isPlain ? new Set([...customFields, 'format']) : customFields;
  return {
    kind: 'custom',
    name,
    ...omitNullish({ description }),
    ...asExtras(otherToolFields(tool, known)),
  };
}

/** A namespace has no tools that the vendor defines. */
const none: ReadonlySet<string> = new Set();

/** No other dialect has namespaces, so each tool is declared separately with its namespace in its name. */
function decodeNamespace(group: NamespaceInput, path: string, notes: NoteBook): Tool[] {
  notes.approximated(path, 'Tools in a namespace became separate tools, prefixed with its name.');
  return group.tools.flatMap((tool, index) =>
    decodeTool(tool, none, { path: `${path}.tools[${index}]`, notes }).map((member): Tool => {
      if (member.kind === 'server') return member;
      const name = qualifiedName(group.name, member.name);
      const { name: namespace, description } = group;
      const described = omitUndefined({ namespaceDescription: description || undefined });
      return { ...member, name, namespace, ...described };
    }),
  );
}

/** Encodes tools, tool choice and the parallel calls option; without tools the other two are rejected. */
export function encodeToolOptions(request: CanonicalRequest, context: ToolContext): ToolOptions {
  const written = request.tools.flatMap((tool, index) => {
    // Its own item in the conversation declares it.
    if (tool.kind !== 'server' && tool.isFound === true) return [];
    return encodeTool(tool, `tools[${index}]`, context).map((param) => ({ tool, param }));
  });
  const tools = groupTools(written);
  if (tools.length === 0) {
    noteOptionsWithoutTools(
      request,
      context.notes,
      'Without tools the upstream refuses this option.',
    );
    return {};
  }
  const { parallelToolCalls } = request;
  const choice = encodeChoice(request, context);
  return {
    tools,
    ...omitUndefined({ tool_choice: choice, parallel_tool_calls: parallelToolCalls }),
  };
}

function encodeTool(tool: Tool, path: string, context: ToolContext): ToolParam[] {
  if (tool.kind === 'server') return encodeServerTool(tool, path, context);
  if ('cache' in tool) encodeMark(tool.cache, { path, notes: context.notes });
  const name = upstreamName(tool, context.names);
  if (tool.kind === 'custom') return [encodeCustom(tool, name, { path, notes: context.notes })];
  noteForeignExtras(tool.extras, path, context.notes);
  const own = ownItemOf(tool);
  // As for tools that the vendor runs.
  if (own !== undefined) return [own as ToolParam];
  const strict = encodeStrict(tool, `${path}.strict`, context.notes) ?? false;
  return [{ ...encodeFunction(tool, name), strict }];
}

const searchSettings = new Set([
  'allowed_domains',
  'user_location',
  'search_context_size',
] as const);

function encodeServerTool(
  tool: ServerTool,
  path: string,
  { searches = false, notes }: ToolContext,
): ToolParam[] {
  const own = tool.extras[dialect];
  // It came from this dialect, whose type does not include it among the client's tools.
  if (own !== undefined) return [own as ToolParam];
  const settings = encodeWebSearch(tool, { searches, settings: searchSettings }, { path, notes });
  if (settings === undefined) return [];
  const { allowed_domains: domains, ...others } = settings;
  const filters = domains && { allowed_domains: domains };
  // As above: the vendor runs it.
  return [
    { type: 'web_search', ...omitUndefined({ filters }), ...others } as JsonObject as ToolParam,
  ];
}

/** The format enforces schemas by default, which no other dialect does. */
export function encodeFunction(tool: FunctionTool, name: string): FunctionToolParam {
  const { description, schema, strict } = tool;
  return {
    ...ownExtras(tool.extras),
    type: 'function',
    name,
    ...omitUndefined({ description }),
    parameters: completeSchema(schema ?? {}),
    strict: strict ?? false,
  };
}

/** The vendor rejects a root that is not an object or has no properties. */
function completeSchema(schema: JsonObject): JsonObject {
  const isComposed = ['$ref', 'anyOf', 'oneOf', 'allOf'].some((key) => key in schema);
  if (isComposed || (schema['type'] !== undefined && schema['type'] !== 'object')) return schema;
  return { type: 'object', properties: {}, ...schema };
}

/** Chat Completions has the same grammar one level deeper, so that one field of its extras can be kept. */
function encodeCustom(tool: CustomTool, name: string, { path, notes }: Place): CustomToolParam {
  const { format: chatFormat, ...chatFields } = tool.extras?.['openai-chat'] ?? {};
  const format = readChatFormat(chatFormat);
  noteForeignExtras({ ...tool.extras, 'openai-chat': chatFields }, path, notes);
  return { ...omitUndefined({ format }), ...writeCustom(tool, name) };
}

/** Encodes a custom tool with its extras of this dialect. */
export function writeCustom(tool: CustomTool, name: string): CustomToolParam {
  const { description } = tool;
  return {
    ...ownExtras(tool.extras),
    type: 'custom',
    name,
    ...omitUndefined({ description }),
  };
}

function readChatFormat(format: JsonValue | undefined): ToolFormat | undefined {
  const grammar = isJsonObject(format) ? format['grammar'] : undefined;
  if (!isJsonObject(grammar)) return undefined;
  const { syntax, definition } = grammar;
  if ((syntax !== 'lark' && syntax !== 'regex') || typeof definition !== 'string') return undefined;
  return { type: 'grammar', syntax, definition };
}
