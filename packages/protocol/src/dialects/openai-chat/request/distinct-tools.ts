// Makes the names of tools unique, for the request decoder of Chat Completions.
import type { NoteBook } from '../../../canonical/note.ts';
import type { Tool } from '../../../canonical/request.ts';

/**
 * Keeps the last tool of each name: clients find their tools by name, and Anthropic, Google and DeepSeek reject two tools
 * of one name, as clients of several tool servers may have.
 */
export function distinctTools(tools: Tool[], notes: NoteBook): Tool[] {
  const last = new Map<string, Tool>();
  for (const tool of tools) if (tool.kind !== 'server') last.set(tool.name, tool);
  const distinct = tools.filter((tool) => tool.kind === 'server' || last.get(tool.name) === tool);
  if (distinct.length < tools.length) {
    notes.dropped('tools', 'Of the tools with the same name, only the last one is sent.');
  }
  return distinct;
}
