// Encodes the tool choice of Chat Completions requests as far as the upstream accepts it, for the tools encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type {
  CanonicalRequest,
  CustomTool,
  FunctionTool,
  Tool,
  ToolChoice,
} from '../../../canonical/request.ts';
import type { NameMap } from '../../../history/names.ts';
import type { Profile } from '../../../profiles/profile.ts';
import type { ChatNamedTool, ChatToolChoice } from '../types.ts';

/** What encoding tools needs: what the upstream accepts, the map of valid names and the notes. */
export interface ToolContext {
  readonly profile: Profile;
  readonly names: NameMap;
  readonly notes: NoteBook;
}

/** A tool with its place in the request, for notes. */
export interface OfferedTool {
  readonly tool: Tool;
  readonly path: string;
}

/** The tools to send, and the choice among them. */
export interface OfferedTools {
  readonly offered: readonly OfferedTool[];
  readonly choice: ToolChoice | undefined;
}

/**
 * Replaces a choice that the upstream rejects by the nearest that it accepts. In place of a choice of some of the tools,
 * only those are sent.
 */
export function offerTools(
  { tools, toolChoice: choice }: CanonicalRequest,
  { profile, notes }: ToolContext,
): OfferedTools {
  const all = tools.map((tool, index) => ({ tool, path: `tools[${index}]` }));
  const { toolChoice: accepted } = profile;
  if (accepted === 'auto' && choice?.mode === 'none') {
    notes.approximated(
      'toolChoice',
      'This upstream accepts no choice but auto, so it gets no tools.',
    );
    return { offered: [], choice: undefined };
  }
  const names = namesToOffer(choice, accepted);
  const some = all.filter(({ tool }) => names.includes(tool.name));
  const wanted = some.length > 0 ? some : all;
  if (wanted.length < all.length) notes.approximated('toolChoice', onlyThose);
  const offered = limitTools(wanted, choice, { profile, notes });
  if (accepted === 'auto' && isForced(choice)) {
    notes.approximated('toolChoice', modelDecides);
    return { offered, choice: { mode: 'auto' } };
  }
  const word = isForced(choice) ? 'required' : 'auto';
  return { offered, choice: some.length > 0 ? { mode: word } : choice };
}

const onlyThose = 'The upstream cannot restrict the choice, so only these tools are sent.';
const modelDecides = 'This upstream cannot be made to call a tool, so the model decides.';

/** Leaves out the last tools, but none that the choice names. */
function limitTools(
  tools: readonly OfferedTool[],
  choice: ToolChoice | undefined,
  { profile: { maxTools }, notes }: Pick<ToolContext, 'profile' | 'notes'>,
): readonly OfferedTool[] {
  if (tools.length <= maxTools) return tools;
  notes.dropped('tools', `The upstream takes ${maxTools} tools; the first ones are sent.`);
  const named = namesOf(choice);
  const isNamed = ({ tool }: OfferedTool) => named.includes(tool.name);
  const byRank = [...new Set([...tools.filter(isNamed), ...tools])];
  const kept = new Set(byRank.slice(0, maxTools));
  return tools.filter((tool) => kept.has(tool));
}

/** The names of the only tools to send; none for all. */
function namesToOffer(
  choice: ToolChoice | undefined,
  accepted: Profile['toolChoice'],
): readonly string[] {
  const takesName = accepted === 'subset' || accepted === 'named';
  const isAccepted = choice?.mode === 'subset' ? accepted === 'subset' : takesName;
  return isAccepted ? [] : namesOf(choice);
}

/** The tools that a choice names. */
function namesOf(choice: ToolChoice | undefined): readonly string[] {
  if (choice?.mode === 'subset') return choice.names;
  return choice?.mode === 'named' ? [choice.name] : [];
}

/** True if the model must call a tool. */
export function isForced(choice: ToolChoice | undefined): boolean {
  if (choice?.mode === 'subset') return choice.required;
  return choice?.mode === 'required' || choice?.mode === 'named';
}

/** Encodes a choice among the given tools; an unknown tool is left out with a note. */
export function encodeToolChoice(
  choice: ToolChoice,
  offered: readonly OfferedTool[],
  { names, notes }: ToolContext,
): ChatToolChoice | undefined {
  const callable = new Map(
    offered.flatMap(({ tool }) => (tool.kind === 'server' ? [] : [[tool.name, tool]])),
  );
  const reference = (name: string): ChatNamedTool[] => {
    const tool = callable.get(name);
    if (tool === undefined) notes.dropped('toolChoice', 'It names an unknown tool.');
    return tool === undefined ? [] : [referTo(tool, names.toUpstream(name))];
  };
  switch (choice.mode) {
    case 'named':
      return reference(choice.name)[0];
    case 'subset': {
      const allowed = choice.names.flatMap(reference);
      const mode = choice.required ? 'required' : 'auto';
      if (allowed.length === 0) return mode;
      return { type: 'allowed_tools', allowed_tools: { mode, tools: allowed } };
    }
    default:
      return choice.mode;
  }
}

function referTo(tool: FunctionTool | CustomTool, name: string): ChatNamedTool {
  return tool.kind === 'custom'
    ? { type: 'custom', custom: { name } }
    : { type: 'function', function: { name } };
}
