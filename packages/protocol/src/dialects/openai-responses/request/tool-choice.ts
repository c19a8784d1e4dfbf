// Decodes and encodes the tool choice of Responses requests.
import type { NoteBook } from '../../../canonical/note.ts';
import type { NameMap } from '../../../history/names.ts';
import type { CanonicalRequest, Tool, ToolChoice } from '../../../canonical/request.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { isKind } from '../../../shared/schema.ts';
import { ownItemOf } from '../client-tools.ts';
import { ownExtras } from '../extras.ts';
import { findClientTools } from './given-tools.ts';
import { qualifiedName, upstreamName } from './namespaces.ts';
import type { RequestInput } from './schema.ts';
import type { NamedTool, ToolChoiceParam } from './types.ts';

/** What encoding tools needs: the map of valid names and the notes. */
export interface ToolContext {
  readonly names: Pick<NameMap, 'toUpstream'>;
  readonly notes: NoteBook;
  /** True if the upstream runs web searches. */
  readonly searches?: boolean;
}

/** Decodes the tool choice; that of a tool that the vendor runs is kept in the extras. */
export function decodeToolChoice(input: RequestInput, notes: NoteBook): ToolChoice | undefined {
  const { tool_choice: choice } = input;
  if (choice === null || choice === undefined) return undefined;
  if (typeof choice === 'string') return { mode: choice };
  if (isKind(choice, 'function') || isKind(choice, 'custom')) {
    return { mode: 'named', name: choiceName(choice) };
  }
  if (findClientTools(input).has(choice.type)) return { mode: 'named', name: choice.type };
  if (!isKind(choice, 'allowed_tools')) return undefined;
  const names = choice.tools.flatMap((tool) => {
    if (typeof tool['name'] === 'string') return [choiceName(tool)];
    notes.dropped('tool_choice', 'Tools that the vendor runs cannot be allowed by name.');
    return [];
  });
  return { mode: 'subset', names, required: choice.mode === 'required' };
}

function choiceName(tool: Readonly<Record<string, unknown>>): string {
  const { name, namespace } = tool;
  return qualifiedName(typeof namespace === 'string' ? namespace : null, String(name));
}

export function encodeChoice(
  request: CanonicalRequest,
  context: ToolContext,
): ToolChoiceParam | undefined {
  const { toolChoice, tools } = request;
  if (toolChoice !== undefined) return writeChoice(toolChoice, tools, context);
  const hosted = ownExtras(request.extras)['tool_choice'];
  // The choice of a hosted tool came from this dialect.
  return isJsonObject(hosted) ? (hosted as ToolChoiceParam) : undefined;
}

/** Encodes a choice among the given tools; an unknown tool is left out with a note. */
export function writeChoice(
  choice: ToolChoice,
  tools: readonly Tool[],
  { names, notes }: ToolContext,
): ToolChoiceParam | undefined {
  const byName = new Map(
    tools.flatMap((tool) => (tool.kind === 'server' ? [] : [[tool.name, tool] as const])),
  );
  const reference = (name: string): NamedTool[] => {
    const tool = byName.get(name);
    if (tool === undefined) {
      notes.dropped('toolChoice', 'It names an unknown tool.');
      return [];
    }
    // The type of a tool that the vendor defines is its name.
    if (ownItemOf(tool) !== undefined) return [{ type: name } as JsonObject as NamedTool];
    const type = tool.kind === 'custom' ? 'custom' : 'function';
    const { namespace } = tool;
    return [{ type, name: upstreamName(tool, names), ...omitUndefined({ namespace }) }];
  };
  switch (choice.mode) {
    case 'named':
      return reference(choice.name)[0];
    case 'subset': {
      const allowed = choice.names.flatMap(reference);
      const mode = choice.required ? 'required' : 'auto';
      return allowed.length === 0 ? mode : { type: 'allowed_tools', mode, tools: allowed };
    }
    default:
      return choice.mode;
  }
}
