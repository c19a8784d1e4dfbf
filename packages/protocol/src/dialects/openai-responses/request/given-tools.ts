// The tools that a Responses request gives, wherever they stand, for the decoders of its parts.
import { isKind } from '../../../shared/schema.ts';
import { decodeClientTool } from '../client-tools.ts';
import { rawOf } from '../extras.ts';
import { foundToolsItem } from '../found-tools.ts';
import type { RequestInput } from './schema.ts';
import type { ToolInput } from './tools-schema.ts';

/**
 * The tools that the vendor defines and the client runs, by their types, which are their names as functions. One whose
 * name the client uses for a tool of its own is none of them.
 */
export function findClientTools(input: RequestInput): ReadonlySet<string> {
  const given = givenTools(input);
  const taken = new Set(given.flatMap((tool) => ('name' in tool ? [tool.name] : [])));
  const found = given.flatMap((tool) => decodeClientTool(rawOf(tool)) ?? []);
  return new Set(found.flatMap(({ name }) => (taken.has(name) ? [] : [name])));
}

/** The tools of a request and those in its input, in this order. */
export function givenTools(input: RequestInput): readonly ToolInput[] {
  return [...(input.tools ?? []), ...carriedTools(input)];
}

/** The tools of the client that searches found, in the order of the searches. */
export function foundTools({ input }: RequestInput): ToolInput[] {
  if (!Array.isArray(input)) return [];
  const found = input.flatMap((item) => (isKind(item, foundToolsItem) ? (item.tools ?? []) : []));
  return found.filter(({ type }) => clientKinds.has(type)).map(asLoaded);
}

/** A tool that was found is no longer deferred. */
function asLoaded(tool: ToolInput): ToolInput {
  if (isKind(tool, 'namespace')) return { ...tool, tools: tool.tools.map(asLoaded) };
  return { ...tool, defer_loading: false };
}

const clientKinds: ReadonlySet<string> = new Set(['function', 'custom', 'namespace']);

/** The tools in `additional_tools` items. */
function carriedTools({ input }: RequestInput): ToolInput[] {
  if (!Array.isArray(input)) return [];
  return input.flatMap((item) => (isKind(item, 'additional_tools') ? item.tools : []));
}
