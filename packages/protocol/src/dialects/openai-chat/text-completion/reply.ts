// Writes replies and streams of Chat Completions as those of Text Completions, for gateways that offer both.
import { writeJson } from '../../../json/exact-number.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { textAt } from '../../../shared/json-fields.ts';
import { writeFrame } from '../../../sse/frame.ts';

/**
 * Writes the text of a whole reply. An error is returned unchanged.
 * @param echo repeated before the text of each choice
 */
export function writeTextCompletion(reply: string, echo: string): string {
  const body = parseJson(reply);
  return isJsonObject(body) ? writeJson(toTextCompletion(body, () => echo)) : reply;
}

/**
 * Creates a function that writes the frames of one stream. Chunks without text, such as those of reasoning, are
 * left out; errors and the end marker are returned unchanged.
 * @param echo repeated before the first text of each choice
 */
export function createTextCompletionStream(echo: string): (frames: string) => string {
  const begun = new Set<JsonValue | undefined>();
  const takeEcho = (index: JsonValue | undefined): string => {
    if (begun.has(index)) return '';
    begun.add(index);
    return echo;
  };
  return (frames) => frames.replace(dataLines, (lines) => writeChunk(lines, takeEcho));
}

/** The data of one frame with its empty line, in one line or in several. */
const dataLines = /(?:^data:.*\n)+\n/gm;

type TakeEcho = (index: JsonValue | undefined) => string;

function writeChunk(lines: string, takeEcho: TakeEcho): string {
  const body = parseJson(lines.replace(/^data: ?/gm, ''));
  if (!isJsonObject(body) || !Array.isArray(body['choices'])) return lines;
  const chunk = toTextCompletion(body, takeEcho);
  return isEmpty(chunk) ? '' : writeFrame({ data: writeJson(chunk) });
}

function isEmpty({ choices, usage }: JsonObject): boolean {
  if (!Array.isArray(choices) || choices.length === 0 || isJsonObject(usage)) return false;
  return choices.filter(isJsonObject).every((choice) => {
    return choice['text'] === '' && choice['finish_reason'] === null;
  });
}

function toTextCompletion(body: JsonObject, takeEcho: TakeEcho): JsonObject {
  const { id, choices } = body;
  if (!Array.isArray(choices)) return body;
  return {
    ...body,
    ...(typeof id === 'string' && { id: id.replace(/^chatcmpl-/, 'cmpl-') }),
    object: 'text_completion',
    choices: choices.filter(isJsonObject).map((choice) => toTextChoice(choice, takeEcho)),
  };
}

function toTextChoice(choice: JsonObject, takeEcho: TakeEcho): JsonObject {
  const { index = 0, finish_reason: reason = null } = choice;
  const said = choice['message'] ?? choice['delta'];
  const text = isJsonObject(said) ? textAt(said, 'content') || textAt(said, 'refusal') : '';
  return { text: takeEcho(index) + text, index, logprobs: null, finish_reason: reason };
}
