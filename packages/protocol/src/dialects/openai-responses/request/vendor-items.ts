// The input items of tools that the vendor defines, and what they say for upstreams of other dialects.
import type { MediaPart, ServerPart } from '../../../canonical/part.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { textAt } from '../../../shared/json-fields.ts';
import { readDataUrl } from '../../../shared/openai/content.ts';
import { readableOf, type ReadableFields } from '../../../shared/readable.ts';
import { dialect } from '../extras.ts';
import { describeFound, foundToolsItem } from '../found-tools.ts';

/** The items that the model or its vendor wrote, with their readable fields (`openai` 7.55.0). */
const ofAnswer: ReadonlyMap<string, ReadableFields> = new Map<string, ReadableFields>([
  ['compaction', []],
  [
    'code_interpreter_call',
    [
      ['code', 'Code that was run'],
      ['outputs', 'Output of the code'],
    ],
  ],
  [
    'file_search_call',
    [
      ['queries', 'File search'],
      ['results', 'Result of the file search'],
    ],
  ],
  ['web_search_call', [['action', 'Web search']]],
  [
    'mcp_call',
    [
      ['arguments', 'Call of the tool {name}'],
      ['output', 'Result of the tool {name}'],
      ['error', 'Error of the tool {name}'],
    ],
  ],
  ['mcp_list_tools', []],
  ['mcp_approval_request', [['arguments', 'Request for approval of the tool {name}']]],
  [
    'image_generation_call',
    [
      ['revised_prompt', 'Image that was generated'],
      ['error', 'Error of the image generation'],
    ],
  ],
  [
    'computer_call',
    [
      ['action', 'Action on the computer'],
      ['actions', 'Actions on the computer'],
    ],
  ],
  ['local_shell_call', [['action', 'Command for the shell']]],
  ['shell_call', [['action', 'Command for the shell']]],
  ['apply_patch_call', [['operation', 'Patch']]],
  ['tool_search_call', [['arguments', 'Search for tools']]],
  ['program', [['code', 'Program that was run']]],
  ['program_output', [['result', 'Output of the program']]],
]);

/** The items that the client wrote in answer to one of those. */
const ofUser: ReadonlyMap<string, ReadableFields> = new Map<string, ReadableFields>([
  ['computer_call_output', [['output', 'State of the computer']]],
  ['local_shell_call_output', [['output', 'Output of the shell']]],
  ['shell_call_output', [['output', 'Output of the shell']]],
  [
    'apply_patch_call_output',
    [
      ['status', 'Status of the patch'],
      ['output', 'Output of the patch'],
    ],
  ],
  [
    'mcp_approval_response',
    [
      ['approve', 'Approval of the tool'],
      ['reason', 'Reason of the approval'],
    ],
  ],
]);

/** An item of a tool that the vendor defines, and whose turn it belongs to. */
export interface VendorItem {
  readonly role: 'user' | 'assistant';
  readonly part: ServerPart;
}

/** Decodes an item of a tool that the vendor defines; `undefined` for any other item. */
export function decodeVendorItem(raw: JsonObject): VendorItem | undefined {
  const type = textAt(raw, 'type');
  if (type === foundToolsItem) {
    const readable = [{ type: 'text', text: describeFound(raw) }] as const;
    return { role: 'assistant', part: { type: 'server', dialect, raw, readable } };
  }
  const own = ofUser.get(type);
  const fields = own ?? ofAnswer.get(type);
  if (fields === undefined) return undefined;
  const screenshot = decodeScreenshot(raw['output']);
  const readable = screenshot ? { readable: [screenshot] } : readableOf(raw, fields);
  const part: ServerPart = { type: 'server', dialect, raw, ...readable };
  return { role: own === undefined ? 'assistant' : 'user', part };
}

function decodeScreenshot(output: unknown): MediaPart | undefined {
  const url = isJsonObject(output) ? textAt(output, 'image_url') : '';
  if (url === '') return undefined;
  const data = readDataUrl(url);
  const source = data ? ({ by: 'bytes', ...data } as const) : ({ by: 'url', url } as const);
  return { type: 'media', kind: 'image', source };
}
