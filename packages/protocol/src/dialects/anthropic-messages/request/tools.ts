// Decodes and encodes tools and tool choice of Anthropic Messages requests.
import type { JsonObject } from '../../../json/value.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type {
  CanonicalRequest,
  CustomTool,
  FunctionTool,
  ServerTool,
  Tool,
  ToolChoice,
} from '../../../canonical/request.ts';
import { tokenCount } from '../../../canonical/usage.ts';
import type { Encoding } from './content-encoder.ts';
import {
  asExtras,
  decodeCache,
  encodeCache,
  noteForeignExtras,
  otherFields,
  ownBlock,
  ownExtras,
  rawOf,
} from '../extras.ts';
import { decodeClientTool } from './client-tools.ts';
import { createOutputTool } from '../output-tool.ts';
import { openKeys, restrictSchema } from './output-schema.ts';
import type { CustomToolInput, ToolChoiceInput, ToolInput } from './schema.ts';
import { becameFunction, noteNamespace } from '../../../shared/lost-request-details.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import { encodeObjectSchema, type ObjectSchema } from '../../../shared/root-schema.ts';
import { isKind } from '../../../shared/schema.ts';
import {
  decodeWebSearch,
  encodeWebSearch,
  type SearchingUpstream,
} from '../../../shared/web-search.ts';
import { dialect, homeVendor } from '../tables.ts';
import type { ToolChoiceParam, ToolParam } from '../types.ts';

export function decodeTools(tools: readonly ToolInput[] | null | undefined): Tool[] {
  return (tools ?? []).map((tool) => {
    return isCustom(tool) ? decodeFunction(tool) : (decodeClientTool(tool) ?? decodeServer(tool));
  });
}

/** A tool without a type, or of type `custom`, is described and run by the client. */
function isCustom(tool: ToolInput): tool is CustomToolInput {
  return tool.type === undefined || tool.type === null || tool.type === 'custom';
}

const functionFields = ['type', 'name', 'description', 'input_schema', 'strict', 'cache_control'];

function decodeFunction(tool: CustomToolInput): FunctionTool {
  return {
    kind: 'function',
    name: tool.name,
    ...omitNullish({
      description: tool.description,
      schema: rawOf(tool.input_schema),
      strict: tool.strict,
      bound: tool.strict || undefined,
    }),
    ...decodeCache(tool.cache_control),
    ...asExtras(otherFields(tool, functionFields)),
  };
}

const webSearchType = /^web_search_\d{8}$/;

function decodeServer(tool: Exclude<ToolInput, CustomToolInput>): ServerTool {
  return {
    kind: 'server',
    name: tool.name ?? tool.type,
    ...(webSearchType.test(tool.type) && {
      webSearch: decodeWebSearch(rawOf(tool), ['type', 'name']),
      ...omitUndefined({ maxUses: tokenCount(rawOf(tool)['max_uses']) || undefined }),
    }),
    extras: { [dialect]: rawOf(tool) },
  };
}

export function decodeToolChoice(choice: ToolChoiceInput | null | undefined): {
  readonly toolChoice?: ToolChoice;
  readonly parallelToolCalls?: boolean;
} {
  if (choice === null || choice === undefined) return {};
  const alone = choice['disable_parallel_tool_use'];
  const parallel = typeof alone === 'boolean' ? { parallelToolCalls: !alone } : {};
  if (isKind(choice, 'tool'))
    return { toolChoice: { mode: 'named', name: choice.name }, ...parallel };
  if (isKind(choice, 'any')) return { toolChoice: { mode: 'required' }, ...parallel };
  if (isKind(choice, 'none')) return { toolChoice: { mode: 'none' } };
  return { toolChoice: { mode: 'auto' }, ...parallel };
}

interface EncodedTools {
  readonly tools?: JsonObject[];
  readonly tool_choice?: ToolChoiceParam;
}

type ToolFields = Pick<
  CanonicalRequest,
  'tools' | 'toolChoice' | 'parallelToolCalls' | 'outputFormat'
>;

/** Encodes tools and tool choice together, because a choice without tools is rejected. */
export function encodeTools(request: ToolFields, encoding: Encoding): EncodedTools {
  const offered = offeredTools(request, encoding.notes);
  const taken = offered.some(({ tool }) => tool.kind !== 'server' && tool.name === searchName);
  const context = { ...encoding, searches: !taken && encoding.target.vendor === homeVendor };
  const tools = offered
    .map(({ tool, path }) => encodeTool(tool, path, context))
    .filter((tool) => tool !== undefined);
  const needsOutputTool = encoding.target.profile.structuredOutput === 'none';
  const output = needsOutputTool ? createOutputTool(request, encoding.notes) : undefined;
  if (output !== undefined) return { tools: [...tools, output.tool], tool_choice: output.choice };
  if (tools.length > 0) {
    const choice = encodeChoice(request, encoding);
    return { tools, ...withoutUnknownTool(choice, tools, encoding.notes) };
  }
  const { toolChoice, parallelToolCalls } = request;
  if (toolChoice !== undefined || parallelToolCalls !== undefined) {
    encoding.notes.dropped('toolChoice', 'No tool is left to choose from.');
  }
  return {};
}

interface OfferedTool {
  readonly tool: Tool;
  readonly path: string;
}

/** The format cannot restrict the choice to some tools, so only those are offered. */
function offeredTools({ tools, toolChoice }: ToolFields, notes: NoteBook): OfferedTool[] {
  const placed = tools.map((tool, index) => ({ tool, path: `tools[${index}]` }));
  if (toolChoice?.mode !== 'subset') return placed;
  notes.approximated(
    'toolChoice',
    'The format cannot restrict the choice to some tools, so only those are sent.',
  );
  return placed.filter(({ tool }) => toolChoice.names.includes(tool.name));
}

/** The name of the vendor's web search, which no other tool may have. */
const searchName = 'web_search';

/** Since this version the vendor runs web searches; all models that search accept it. */
const searchType = 'web_search_20250305';

const searchSettings = new Set(['allowed_domains', 'blocked_domains', 'user_location'] as const);

type ToolEncoding = Encoding & Pick<SearchingUpstream, 'searches'>;

function encodeTool(tool: Tool, path: string, encoding: ToolEncoding): JsonObject | undefined {
  noteForeignExtras(tool.kind === 'server' ? undefined : tool.extras, path, encoding.notes);
  noteNamespace(tool, { path, notes: encoding.notes });
  switch (tool.kind) {
    case 'function':
      return ownBlock(tool.extras) ?? encodeFunction(tool, path, encoding);
    case 'custom':
      return encodeCustom(tool, path, encoding);
    case 'server': {
      const raw = tool.extras[dialect];
      if (raw !== undefined) return raw;
      const { searches, notes } = encoding;
      const upstream = { searches, settings: searchSettings };
      const settings = encodeWebSearch(tool, upstream, { path, notes });
      return settings && { type: searchType, name: searchName, ...settings };
    }
  }
}

function encodeFunction(tool: FunctionTool, path: string, encoding: Encoding): ToolParam {
  const schema = encodeObjectSchema(tool.schema, `${path}.schema`, encoding.notes);
  return {
    name: encoding.names.toUpstream(tool.name),
    ...omitUndefined({ description: tool.description }),
    ...encodeStrictness({ tool, schema, path }, encoding),
    ...encodeCache(tool.cache),
    ...ownExtras(tool.extras),
  };
}

/** Strict tools are compiled like structured output, so a model that supports neither accepts no `strict`. */
function encodeStrictness(
  { tool, schema, path }: { tool: FunctionTool; schema: ObjectSchema; path: string },
  { target, notes }: Encoding,
): { input_schema: ObjectSchema; strict?: boolean } {
  if (tool.strict !== true) return { input_schema: schema };
  if (target.profile.structuredOutput === 'none') {
    notes.dropped(`${path}.strict`, 'The model does not enforce the schema of tool calls.');
    return { input_schema: schema };
  }
  const restricted = restrictSchema(schema);
  if (restricted.closesMaps) {
    notes.dropped(`${path}.strict`, `${openKeys}.`);
    return { input_schema: schema };
  }
  if (restricted.changed) {
    notes.approximated(
      `${path}.schema`,
      'Schema limits that the model cannot enforce became descriptions.',
    );
  }
  return { input_schema: { ...restricted.schema, type: 'object' }, strict: true };
}

function encodeCustom(tool: CustomTool, path: string, { names, notes }: Encoding): ToolParam {
  notes.approximated(path, becameFunction);
  return {
    name: names.toUpstream(tool.name),
    ...omitUndefined({ description: tool.description }),
    input_schema: {
      type: 'object',
      properties: {
        input: { type: 'string', description: 'The raw text for the tool, and nothing else.' },
      },
      required: ['input'],
    },
  };
}

function encodeChoice(
  { toolChoice, parallelToolCalls }: ToolFields,
  { names }: Encoding,
): ToolChoiceParam | undefined {
  const alone = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  switch (toolChoice?.mode) {
    case undefined:
      return parallelToolCalls === false ? { type: 'auto', ...alone } : undefined;
    case 'none':
      return { type: 'none' };
    case 'auto':
      return { type: 'auto', ...alone };
    case 'required':
      return { type: 'any', ...alone };
    case 'named':
      return { type: 'tool', name: names.toUpstream(toolChoice.name), ...alone };
    case 'subset':
      return { type: toolChoice.required ? 'any' : 'auto', ...alone };
  }
}

/** A named tool that could not be written must not be chosen either. */
function withoutUnknownTool(
  choice: ToolChoiceParam | undefined,
  tools: readonly JsonObject[],
  notes: NoteBook,
): { readonly tool_choice?: ToolChoiceParam } {
  if (choice === undefined) return {};
  const isThere = choice.type !== 'tool' || tools.some((tool) => tool['name'] === choice.name);
  if (isThere) return { tool_choice: choice };
  notes.dropped('toolChoice', 'The chosen tool is not among the tools the upstream gets.');
  return {};
}

/** A forced call excludes reasoning upstream. */
export function isForced(choice: ToolChoiceParam | undefined): boolean {
  return choice?.type === 'any' || choice?.type === 'tool';
}
