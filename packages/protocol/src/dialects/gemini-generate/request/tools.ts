// Decodes and encodes tools and tool choice of Gemini generateContent requests.
import type { Place } from '../../../canonical/note.ts';
import type {
  CanonicalRequest,
  CustomTool,
  FunctionTool,
  ServerTool,
  Tool,
  ToolChoice,
} from '../../../canonical/request.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { becameFunction, noteNamespace } from '../../../shared/lost-request-details.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import { customInputSchema } from '../../../shared/root-schema.ts';
import {
  asExtras,
  isEmpty,
  noteDoubles,
  noteForeignExtras,
  otherFields,
  ownExtras,
} from '../extras.ts';
import { encodeWebSearch } from '../../../shared/web-search.ts';
import { dialect, homeVendor, vertex } from '../tables.ts';
import type { WireDeclaration, WireToolConfig } from '../types.ts';
import type { Encoding } from './content-encoder.ts';
import { toJsonSchema } from './json-schema.ts';
import { toOpenApiSchema } from './openapi-schema.ts';
import type { DeclarationInput, ToolConfigInput, ToolInput } from './schema.ts';

/** The web search that Google runs; older models run it only without functions. */
const searchName = 'googleSearch';
/** A reply is charged once, however often it reads the map. */
const mapsName = 'googleMaps';

/** Decodes the tools: one for each declaration and one for each kind that the provider runs. */
export function decodeTools(tools: readonly ToolInput[] | null | undefined): Tool[] {
  return (tools ?? []).flatMap((tool) => [
    ...(tool.functionDeclarations ?? []).map(decodeFunction),
    ...Object.entries(otherFields(tool, ['functionDeclarations'])).map(
      ([name, settings]): Tool => ({
        kind: 'server',
        name,
        ...(name === searchName && {
          webSearch: { otherSettings: isJsonObject(settings) ? Object.keys(settings) : [] },
        }),
        ...(name === mapsName && { use: 'maps', maxUses: 1 }),
        extras: { [dialect]: { [name]: settings } },
      }),
    ),
  ]);
}

const declarationFields = ['name', 'description', 'parameters', 'parametersJsonSchema'];

function decodeFunction(declaration: DeclarationInput): FunctionTool {
  const { name, description, parameters } = declaration;
  const schema = declaration.parametersJsonSchema ?? parameters;
  return {
    kind: 'function',
    name,
    ...omitNullish({
      description,
      schema: isJsonObject(schema) ? toJsonSchema(schema) : undefined,
    }),
    ...asExtras(otherFields(declaration, declarationFields)),
  };
}

export interface EncodedTools {
  readonly tools?: JsonObject[];
  readonly toolConfig?: WireToolConfig;
}

type ToolFields = Pick<
  CanonicalRequest,
  'tools' | 'toolChoice' | 'parallelToolCalls' | 'singleCall'
>;

/** Encodes tools and tool choice together, because a choice without functions is rejected. */
export function encodeTools(request: ToolFields, encoding: Encoding): EncodedTools {
  const { notes } = encoding;
  const declarations: WireDeclaration[] = [];
  const served: JsonObject[] = [];
  const isVendor = [homeVendor, vertex].includes(encoding.target.vendor);
  const searches = isVendor && request.tools.every(({ kind }) => kind === 'server');
  for (const [index, tool] of request.tools.entries()) {
    const path = `tools[${index}]`;
    if (tool.kind === 'server') served.push(...encodeServer(tool, searches, { path, notes }));
    else declarations.push(encodeFunction(tool, path, encoding));
  }
  // A client that supports only a single call did not ask for this; the notes of the reply list the lost
  // calls.
  if (request.parallelToolCalls === false && request.singleCall !== true) {
    notes.dropped(
      'parallelToolCalls',
      'Gemini upstreams cannot be limited to one tool call at a time.',
    );
  }
  const functions = declarations.length > 0 ? [{ functionDeclarations: declarations }] : [];
  const tools = [...functions, ...served];
  return {
    ...omitUndefined({ tools: tools.length > 0 ? tools : undefined }),
    ...encodeToolChoice(request, encoding),
  };
}

function encodeServer(tool: ServerTool, searches: boolean, place: Place): JsonObject[] {
  const own = tool.extras[dialect];
  if (own !== undefined) return [own];
  const found = encodeWebSearch(tool, { searches, settings: new Set() }, place);
  return found === undefined ? [] : [{ [searchName]: {} }];
}

function encodeFunction(
  tool: FunctionTool | CustomTool,
  path: string,
  encoding: Encoding,
): WireDeclaration {
  const { notes, names } = encoding;
  noteForeignExtras(tool.extras, path, notes);
  noteNamespace(tool, { path, notes });
  if ('cache' in tool && tool.cache !== undefined) {
    notes.dropped(`${path}.cache`, 'Gemini upstreams cache prompts without cache marks.');
  }
  const name = names.toUpstream(tool.name);
  if (tool.kind === 'custom') {
    notes.approximated(path, becameFunction);
    return { name, ...describe(tool), ...encodeParameters(customInputSchema, path, encoding) };
  }
  if (tool.strict === true) {
    notes.approximated(
      `${path}.strict`,
      'Gemini upstreams do not guarantee that calls follow their schema.',
    );
  }
  return {
    ...ownExtras(tool.extras),
    name,
    ...describe(tool),
    ...encodeParameters(tool.schema, path, encoding),
  };
}

/** Older models reject an object without properties, so a tool without arguments has no schema. */
function encodeParameters(
  schema: JsonObject | undefined,
  path: string,
  { target, notes }: Encoding,
): Pick<WireDeclaration, 'parameters' | 'parametersJsonSchema'> {
  if (schema === undefined) return {};
  const isTyped = ['type', '$ref', 'anyOf', 'oneOf', 'allOf'].some((key) => key in schema);
  const whole = isTyped ? schema : { type: 'object', ...schema };
  noteDoubles(whole, { path: `${path}.schema`, notes });
  if (target.profile.gemini?.jsonSchema === true) return { parametersJsonSchema: whole };
  const parameters = toOpenApiSchema(whole, `${path}.schema`, notes);
  const isBare = parameters.type === 'OBJECT' && parameters.properties === undefined;
  return isBare ? {} : { parameters };
}

function describe({ description }: FunctionTool | CustomTool): { description?: string } {
  return description === undefined ? {} : { description };
}

/** The content of a tool configuration: the choice, and the fields that only this dialect has. */
export interface DecodedChoice {
  readonly toolChoice?: ToolChoice;
  readonly rest: JsonObject;
}

export function decodeToolConfig(config: ToolConfigInput | null | undefined): DecodedChoice {
  const { functionCallingConfig: calling, ...others } = config ?? {};
  const { mode, allowedFunctionNames, ...settings } = calling ?? {};
  const word = mode?.toUpperCase() ?? '';
  const toolChoice = decodeMode(word, allowedFunctionNames ?? []);
  const kept = {
    // In this mode calls follow their schemas; no other dialect guarantees that without a forced choice.
    ...omitUndefined({ mode: word === 'VALIDATED' ? word : undefined }),
    ...otherFields(settings, []),
  };
  return {
    ...omitUndefined({ toolChoice }),
    rest: {
      ...otherFields(others, []),
      ...omitUndefined({ functionCallingConfig: isEmpty(kept) ? undefined : kept }),
    },
  };
}

function decodeMode(word: string, names: readonly string[]): ToolChoice | undefined {
  const [only, ...others] = names;
  switch (word) {
    case 'NONE':
      return { mode: 'none' };
    case 'ANY':
      if (only === undefined) return { mode: 'required' };
      if (others.length === 0) return { mode: 'named', name: only };
      return { mode: 'subset', names, required: true };
    case 'AUTO':
    case 'VALIDATED':
      return only === undefined ? { mode: 'auto' } : { mode: 'subset', names, required: false };
    default:
      return undefined;
  }
}

/** Encodes the choice among functions; without functions it is rejected. */
export function encodeToolChoice(
  { tools, toolChoice }: Pick<CanonicalRequest, 'tools' | 'toolChoice'>,
  { names, notes }: Encoding,
): { toolConfig?: WireToolConfig } {
  if (toolChoice === undefined) return {};
  if (tools.every((tool) => tool.kind === 'server')) {
    notes.dropped('toolChoice', 'Without functions there is no tool to choose.');
    return {};
  }
  const known = new Set(tools.flatMap((tool) => (tool.kind === 'server' ? [] : [tool.name])));
  const allow = (wanted: readonly string[]): string[] => {
    const there = wanted.filter((name) => known.has(name));
    if (there.length < wanted.length) {
      notes.dropped('toolChoice', 'It names an unknown tool.');
    }
    return there.map((name) => names.toUpstream(name));
  };
  return { toolConfig: { functionCallingConfig: writeChoice(toolChoice, allow) } };
}

function writeChoice(
  choice: ToolChoice,
  allow: (names: readonly string[]) => string[],
): WireToolConfig['functionCallingConfig'] {
  switch (choice.mode) {
    case 'auto':
      return { mode: 'AUTO' };
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return { mode: 'ANY' };
    case 'named':
      return restrict('ANY', allow([choice.name]));
    case 'subset':
      return restrict(choice.required ? 'ANY' : 'VALIDATED', allow(choice.names));
  }
}

/** If no allowed name is left, the choice is among all tools. */
function restrict(
  mode: 'ANY' | 'VALIDATED',
  allowedFunctionNames: string[],
): WireToolConfig['functionCallingConfig'] {
  if (allowedFunctionNames.length > 0) return { mode, allowedFunctionNames };
  return { mode: mode === 'ANY' ? 'ANY' : 'AUTO' };
}
