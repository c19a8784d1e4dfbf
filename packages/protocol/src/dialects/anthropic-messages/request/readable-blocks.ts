// What the blocks of the vendor's own tools and of its compaction say, for upstreams of other dialects.
import type { ReadableFields } from '../../../shared/readable.ts';

const call: ReadableFields = [['input', 'Call of the tool {name}']];

/**
 * The readable fields by block type (`@anthropic-ai/sdk` 1.11.0 `BetaContentBlockParam`). Uploads and lists of
 * tools say nothing.
 */
export const readableBlocks: ReadonlyMap<string, ReadableFields> = new Map<string, ReadableFields>([
  ['compaction', [['content', 'Summary of the conversation so far']]],
  ['server_tool_use', call],
  ['mcp_tool_use', call],
  ['mcp_tool_result', [['content', 'Result of the tool']]],
  ['web_search_tool_result', [['content', 'Result of the web search']]],
  ['web_fetch_tool_result', [['content', 'Result of the web fetch']]],
  ['code_execution_tool_result', [['content', 'Result of the code']]],
  ['bash_code_execution_tool_result', [['content', 'Result of the command']]],
  ['text_editor_code_execution_tool_result', [['content', 'Result of the text editor']]],
  ['tool_search_tool_result', [['content', 'Result of the search for tools']]],
  ['advisor_tool_result', [['content', 'Advice of another model']]],
  ['tool_reference', [['tool_name', 'Available tool']]],
  ['browser_state', [['tabs', 'Tabs of the browser']]],
]);
