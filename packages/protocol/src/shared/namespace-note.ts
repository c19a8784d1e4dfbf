// Notes the description of a namespace of tools, which only Responses has, for the tool encoders of the other dialects.
import type { Place } from '../canonical/note.ts';
import type { Tool } from '../canonical/request.ts';

/**
 * The tools of a namespace are sent one by one, with its name and without its description. What a search found was
 * described to the model in the conversation.
 */
export function noteNamespace(tool: Tool, { path, notes }: Place): void {
  if (tool.kind === 'server' || tool.isFound === true) return;
  if (tool.namespaceDescription === undefined) return;
  notes.dropped(
    `${path}.namespaceDescription`,
    'Only the openai-responses format describes a namespace.',
  );
}
