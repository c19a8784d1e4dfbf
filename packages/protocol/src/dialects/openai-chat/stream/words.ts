import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { WordListener } from '../../../words.ts';

/** Tells what a chunk's delta says. Thinking that stands there under several names counts once. */
export function hearDelta(delta: JsonValue | undefined, hear: WordListener): void {
  if (!isJsonObject(delta)) return;
  tell(delta['content'], hear);
  tell(delta['refusal'], hear);
  const thought = thoughtOf(delta);
  if (thought !== '') hear(thought, 'reasoning');
  const calls = Array.isArray(delta['tool_calls']) ? delta['tool_calls'] : [];
  for (const call of [...calls, { function: delta['function_call'] ?? null }]) {
    if (isJsonObject(call)) hearCall(call, hear);
  }
}

function hearCall(call: JsonObject, hear: WordListener): void {
  for (const part of [call['function'], call['custom']]) {
    if (!isJsonObject(part)) continue;
    tell(part['name'], hear);
    tell(part['arguments'], hear);
    tell(part['input'], hear);
  }
}

function thoughtOf(delta: JsonObject): string {
  const plain = [delta['reasoning_content'], delta['reasoning']].find(isText);
  if (plain !== undefined) return plain;
  const details = Array.isArray(delta['reasoning_details']) ? delta['reasoning_details'] : [];
  return details
    .filter(isJsonObject)
    .flatMap(({ text, summary }) => [text, summary])
    .filter(isText)
    .join('');
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function tell(words: JsonValue | undefined, hear: WordListener): void {
  if (isText(words)) hear(words, 'output');
}
