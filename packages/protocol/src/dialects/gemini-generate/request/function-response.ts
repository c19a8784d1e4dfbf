// Function results in Gemini generateContent requests, for the turns decoder and encoder.
import type { Part, ResultPart } from '../../../canonical/part.ts';
import { holdsExactNumber, writeJson } from '../../../json/exact-number.ts';
import { parseToolJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { asExtras, isEmpty, otherFields, rawOf } from '../extras.ts';
import { dialect } from '../tables.ts';
import type { PartInput, ResponseInput } from './content-schema.ts';
import { decodeBlob, decodeFile } from './media.ts';

const resultFields = ['id', 'name', 'response', 'parts'];
const partFields = ['functionResponse', 'thought', 'thoughtSignature'];

/**
 * Decodes a result: the tool's output and the media beside it. Extras have the fields of the part, and those of the
 * result itself below `functionResponse`.
 */
export function decodeResult(part: PartInput, input: ResponseInput, callId: string): ResultPart {
  const { text, isError } = readResponse(input.response ?? null, input.name);
  const said: Part[] = text === '' ? [] : [{ type: 'text', text }];
  const functionResponse = otherFields(input, resultFields);
  return {
    type: 'result',
    callId,
    content: [...said, ...(input.parts ?? []).map(decodeResponsePart)],
    ...omitUndefined({ isError: isError || undefined }),
    ...asExtras({
      ...otherFields(part, partFields),
      ...(!isEmpty(functionResponse) && { functionResponse }),
    }),
  };
}

type ResponsePartInput = NonNullable<ResponseInput['parts']>[number];

function decodeResponsePart(part: ResponsePartInput): Part {
  const others = otherFields(part, ['inlineData', 'fileData']);
  if (part.inlineData) return decodeBlob(part.inlineData, others);
  if (part.fileData) return decodeFile(part.fileData, others);
  return { type: 'unknown', dialect, raw: rawOf(part) };
}

/** The output of a function, and whether it failed. */
interface ResponseContent {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * `output` and `error` are the two keys with a meaning (`@google/genai` 3.1.0, `FunctionResponse`). Libraries
 * wrap the output of a function in their own forms: `{name, content}` and `{name, error}` (`@ai-sdk/google`
 * 4) and `{result}` (`@langchain/google-genai` 2). Any other object is the whole output.
 */
function readResponse(response: JsonValue, name: string | null | undefined): ResponseContent {
  const lone = loneField(withoutName(response, name));
  if (lone?.name === 'error') return { text: textOf(lone.value), isError: true };
  const wrappers = isNamed(response, name) ? ['content', 'output', 'result'] : ['output', 'result'];
  if (lone !== undefined && wrappers.includes(lone.name)) {
    return { text: textOf(lone.value), isError: false };
  }
  const isNothing = isJsonObject(response) && Object.keys(response).length === 0;
  return { text: isNothing ? '' : textOf(response), isError: false };
}

/** True if an object repeats the name of its function. */
function isNamed(response: JsonValue, name: string | null | undefined): boolean {
  return isJsonObject(response) && response['name'] !== undefined && response['name'] === name;
}

function withoutName(response: JsonValue, name: string | null | undefined): JsonValue {
  if (!isJsonObject(response) || !isNamed(response, name)) return response;
  const { name: _, ...others } = response;
  return others;
}

function loneField(response: JsonValue): { name: string; value: JsonValue } | undefined {
  if (!isJsonObject(response)) return undefined;
  const fields = Object.entries(response).filter(([, value]) => value !== null);
  const [only, ...others] = fields;
  return only === undefined || others.length > 0
    ? undefined
    : { name: only[0], value: only[1] ?? null };
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : writeJson(value);
}

/**
 * Encodes text as `response`, which must be an object. JSON text of an object is used as that object only if
 * it serializes to the same text, so that layout and numbers never change.
 */
export function encodeResponse(text: string, isError: boolean): JsonObject {
  if (isError) return { error: text };
  const value = text.startsWith('{') ? parseExactly(text) : undefined;
  return value === undefined || hasMeaning(value) ? { output: text } : value;
}

/** True for objects that would be read as something other than the output. */
function hasMeaning(value: JsonObject): boolean {
  const names = Object.keys(value);
  const meanings = ['content', 'error', 'output', 'result'];
  return names.length === 0 || meanings.some((name) => names.includes(name));
}

function parseExactly(text: string): JsonObject | undefined {
  const value = parseToolJson(text);
  const isSame = isJsonObject(value) && !holdsExactNumber(value) && JSON.stringify(value) === text;
  return isSame ? value : undefined;
}
