// Decodes and encodes the tool choice of Responses requests.
import type { NoteBook } from '../../../canonical/note.ts';
import type { NameMap } from '../../../history/names.ts';
import type { CanonicalRequest, Tool, ToolChoice } from '../../../canonical/request.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { isKind } from '../../../shared/schema.ts';
import { ownItemOf } from '../client-tools.ts';
import { ownExtras, rawOf } from '../extras.ts';
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

/** Decodes the tool choice; what it says of tools that the vendor runs is kept in the extras. */
export function decodeToolChoice(input: RequestInput): ToolChoice | undefined {
  const { tool_choice: choice } = input;
  if (choice === null || choice === undefined) return undefined;
  if (typeof choice === 'string') return { mode: choice };
  const names = chosenNames(choice, findClientTools(input));
  if (isKind(choice, 'allowed_tools')) {
    // The client forbids all tools but those that only the vendor can run.
    if (names.length === 0 && choice.tools.length > 0) return { mode: 'none' };
    return { mode: 'subset', names, required: choice.mode === 'required' };
  }
  const [name] = names;
  return name === undefined ? undefined : { mode: 'named', name };
}

/** A choice that names a tool that the vendor runs: no other dialect can express it. */
export function hostedChoice(input: RequestInput): JsonObject | undefined {
  const { tool_choice: choice } = input;
  if (!choice || typeof choice === 'string') return undefined;
  const names = chosenNames(choice, findClientTools(input));
  return names.length < chosenTools(choice).length ? rawOf(choice) : undefined;
}

type ChoiceInput = Exclude<NonNullable<RequestInput['tool_choice']>, string>;

function chosenTools(choice: ChoiceInput): readonly Readonly<Record<string, unknown>>[] {
  return isKind(choice, 'allowed_tools') ? choice.tools : [choice];
}

/** The names of the chosen tools that the client runs. */
function chosenNames(choice: ChoiceInput, offered: ReadonlySet<string>): string[] {
  return chosenTools(choice).flatMap((tool) => {
    const { type, name } = tool;
    if (typeof type === 'string' && offered.has(type)) return [type];
    return typeof name === 'string' && namedTypes.has(type) ? [choiceName(tool)] : [];
  });
}

/** The types of tools that clients name; among allowed tools, some clients leave it out. */
const namedTypes: ReadonlySet<unknown> = new Set(['function', 'custom', undefined]);

function choiceName(tool: Readonly<Record<string, unknown>>): string {
  const { name, namespace } = tool;
  return qualifiedName(typeof namespace === 'string' ? namespace : null, String(name));
}

export function encodeChoice(
  request: CanonicalRequest,
  context: ToolContext,
): ToolChoiceParam | undefined {
  const hosted = ownExtras(request.extras)['tool_choice'];
  // The choice of a hosted tool came from this dialect.
  if (isJsonObject(hosted)) return hosted as ToolChoiceParam;
  const { toolChoice, tools } = request;
  return toolChoice && writeChoice(toolChoice, tools, context);
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
