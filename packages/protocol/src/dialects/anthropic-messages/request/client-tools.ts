// The tools that Anthropic defines and the client runs, as functions, for the tools decoder.
import type { FunctionTool } from '../../../canonical/request.ts';
import type { JsonObject } from '../../../json/value.ts';
import { sameBlock } from '../../../shared/extras.ts';
import { asExtras, decodeCache, rawOf } from '../extras.ts';
import type { CustomToolInput, ToolInput } from './schema.ts';

type VendorToolInput = Exclude<ToolInput, CustomToolInput>;

interface Definition {
  readonly description: string;
  readonly schema: JsonObject;
}

/*
 * The model calls these tools by ordinary `tool_use` blocks, with the input that Anthropic's pages on the bash,
 * text editor, memory and computer use tools describe.
 */

const text: JsonObject = { type: 'string' };
const line: JsonObject = { type: 'integer', minimum: 0 };
const point = listOf({ type: 'integer' }, 2);

/** From this version on, `insert` takes its text from a field of its own. */
const firstWithInsertText = 20250728;
/** The last version that can undo an edit. */
const lastWithUndo = 20250124;

const definitions: Readonly<Record<string, (date: number, tool: JsonObject) => Definition>> = {
  bash: () => ({
    description: 'Runs a command in a persistent bash session, or restarts the session.',
    schema: objectOf({
      command: { ...text, description: 'The command; not needed with restart.' },
      restart: { type: 'boolean', description: 'True to restart the session.' },
    }),
  }),
  text_editor: (date) => ({
    description: 'Views, creates and edits text files.',
    schema: objectOf(
      {
        command: oneOf([
          ...['view', 'create', 'str_replace', 'insert'],
          ...(date <= lastWithUndo ? ['undo_edit'] : []),
        ]),
        path: { ...text, description: 'The path of the file or directory.' },
        ...editFields,
        ...(date >= firstWithInsertText && { insert_text: insertedText }),
      },
      ['command', 'path'],
    ),
  }),
  memory: () => ({
    description: 'Reads and changes files in the directory /memories, which outlast conversations.',
    schema: objectOf(
      {
        command: oneOf(['view', 'create', 'str_replace', 'insert', 'delete', 'rename']),
        path: { ...text, description: 'The path, below /memories; not for rename.' },
        ...editFields,
        insert_text: insertedText,
        old_path: { ...text, description: 'For rename: the present path.' },
        new_path: { ...text, description: 'For rename: the new path.' },
      },
      ['command'],
    ),
  }),
  computer: (_, tool) => ({
    description: `Uses a computer by mouse, keyboard and screenshots.${sizeOf(tool)}`,
    schema: objectOf(
      {
        action: oneOf(computerActions),
        coordinate: { ...point, description: 'The point (x, y) of the action, in pixels.' },
        start_coordinate: { ...point, description: 'For left_click_drag: where to start.' },
        text: { ...text, description: 'The text to type, or the keys to press or hold.' },
        duration: { type: 'number', description: 'For hold_key and wait: in seconds.' },
        scroll_direction: oneOf(['up', 'down', 'left', 'right']),
        scroll_amount: line,
        region: {
          ...listOf({ type: 'integer' }, 4),
          description: 'For zoom: the corners x0, y0, x1, y1.',
        },
      },
      ['action'],
    ),
  }),
};

const insertedText: JsonObject = { ...text, description: 'For insert: the text to insert.' };

const editFields: JsonObject = {
  view_range: {
    ...listOf({ type: 'integer' }, 2),
    description: 'For view: the first and the last line, from 1; -1 for the end.',
  },
  file_text: { ...text, description: 'For create: the content of the file.' },
  old_str: { ...text, description: 'For str_replace: the text to replace, which occurs once.' },
  new_str: { ...text, description: 'For str_replace: the new text.' },
  insert_line: { ...line, description: 'For insert: the line to insert after, 0 for the start.' },
};

const computerActions = [
  ...['screenshot', 'zoom', 'key', 'type', 'hold_key', 'wait', 'scroll', 'cursor_position'],
  ...['mouse_move', 'left_click', 'right_click', 'middle_click', 'double_click', 'triple_click'],
  ...['left_click_drag', 'left_mouse_down', 'left_mouse_up'],
];

/** A tool that the client runs, as a function; `undefined` for one that the vendor runs. */
export function decodeClientTool(tool: VendorToolInput): FunctionTool | undefined {
  const [, kind = '', date = ''] = /^([a-z_]+)_(\d{8})$/.exec(tool.type) ?? [];
  if (!tool.name || !Object.hasOwn(definitions, kind)) return undefined;
  const definition = definitions[kind]?.(Number(date), rawOf(tool));
  return (
    definition && {
      kind: 'function',
      name: tool.name,
      ...definition,
      ...decodeCache(tool.cache_control),
      ...asExtras({ [sameBlock]: rawOf(tool) }),
    }
  );
}

function sizeOf({ display_width_px: width, display_height_px: height }: JsonObject): string {
  if (typeof width !== 'number' || typeof height !== 'number') return '';
  return ` The screen is ${String(width)} pixels wide and ${String(height)} pixels high.`;
}

function objectOf(properties: JsonObject, required: string[] = []): JsonObject {
  return { type: 'object', properties, required };
}

function oneOf(values: string[]): JsonObject {
  return { type: 'string', enum: values };
}

function listOf(items: JsonObject, length: number): JsonObject {
  return { type: 'array', items, minItems: length, maxItems: length };
}
