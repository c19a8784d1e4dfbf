import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { WordListener } from '../../../words.ts';

/** Tells what the content of a candidate says. */
export function hearContent(content: JsonValue | undefined, hear: WordListener): void {
  const parts = isJsonObject(content) ? content['parts'] : undefined;
  for (const part of Array.isArray(parts) ? parts : []) {
    if (isJsonObject(part)) hearPart(part, hear);
  }
}

function hearPart(part: JsonObject, hear: WordListener): void {
  const { text, functionCall: call, executableCode: program } = part;
  if (typeof text === 'string' && text !== '') {
    hear(text, part['thought'] === true ? 'reasoning' : 'output');
  }
  if (isJsonObject(call)) hear(JSON.stringify([call['name'], call['args']]), 'output');
  const code = isJsonObject(program) ? program['code'] : undefined;
  if (typeof code === 'string' && code !== '') hear(code, 'output');
}
