import type { FunctionTool, Tool, ToolChoice } from '../../../canonical/request.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import { asExtras, dialect, otherFields, rawOf } from '../extras.ts';
import { qualifiedName } from './namespaces.ts';
import { isKind } from '../open-union.ts';
import type { RequestInput } from './schema.ts';
import type { CustomInput, FunctionInput, NamespaceInput, ToolInput } from './tools-schema.ts';

const functionFields = new Set(['type', 'name', 'description', 'parameters', 'strict']);
const customFields = new Set(['type', 'name', 'description']);

/**
 * Reads the tools of a request and those among its input. Of two with one name the later counts:
 * a client that carries its tools in the input sends them again with every change.
 */
export function decodeTools(input: RequestInput, notes: NoteBook): Tool[] {
  const byName = new Map<string, Tool>();
  for (const [index, tool] of [...(input.tools ?? []), ...carriedTools(input)].entries()) {
    for (const decoded of decodeTool(tool, `tools[${index}]`, notes)) {
      // Tools that the vendor runs have no names; several of one type may differ.
      const key = decoded.kind === 'server' ? `server ${index}` : `own ${decoded.name}`;
      byName.set(key, decoded);
    }
  }
  return [...byName.values()];
}

/** The tools of `additional_tools` items. */
function carriedTools({ input }: RequestInput): ToolInput[] {
  if (!Array.isArray(input)) return [];
  return input.flatMap((item) => (isKind(item, 'additional_tools') ? item.tools : []));
}

function decodeTool(tool: ToolInput, path: string, notes: NoteBook): Tool[] {
  if (isKind(tool, 'function')) return [decodeFunction(tool)];
  if (isKind(tool, 'custom')) return [decodeCustom(tool)];
  if (isKind(tool, 'namespace')) return decodeNamespace(tool, path, notes);
  return [{ kind: 'server', name: tool.type, extras: { [dialect]: rawOf(tool) } }];
}

function decodeFunction(tool: FunctionInput): FunctionTool {
  const { name, description, parameters, strict } = tool;
  return {
    kind: 'function',
    name,
    ...(typeof description === 'string' && { description }),
    ...(parameters && { schema: rawOf(parameters) }),
    ...(typeof strict === 'boolean' && { strict }),
    ...asExtras(otherFields(tool, functionFields)),
  };
}

/** The plain format is what the field's absence means, so only a grammar is kept. */
function decodeCustom(tool: CustomInput): Tool {
  const { name, description, format } = tool;
  const isPlain = format?.type === 'text';
  const known = isPlain ? new Set([...customFields, 'format']) : customFields;
  return {
    kind: 'freeform',
    name,
    ...(typeof description === 'string' && { description }),
    ...asExtras(otherFields(tool, known)),
  };
}

/** No other dialect groups tools, so each stands alone under a name that holds its group's. */
function decodeNamespace(group: NamespaceInput, path: string, notes: NoteBook): Tool[] {
  notes.approximated(path, 'The tools of a namespace stand alone, its name before theirs.');
  return group.tools.flatMap((tool, index) =>
    decodeTool(tool, `${path}.tools[${index}]`, notes).map((member): Tool => {
      if (member.kind === 'server') return member;
      const name = qualifiedName(group.name, member.name);
      return { ...member, name, namespace: group.name };
    }),
  );
}

/** Reads the choice; that of a tool the vendor runs stays among the extras. */
export function decodeToolChoice(
  { tool_choice: choice }: RequestInput,
  notes: NoteBook,
): ToolChoice | undefined {
  if (choice === null || choice === undefined) return undefined;
  if (typeof choice === 'string') return { mode: choice };
  if (isKind(choice, 'function') || isKind(choice, 'custom')) {
    return { mode: 'named', name: choiceName(choice) };
  }
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
