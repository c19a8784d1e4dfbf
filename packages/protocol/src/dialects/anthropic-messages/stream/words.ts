import { isJsonObject, type JsonValue } from '../../../json/value.ts';
import type { WordListener } from '../../../words.ts';

/** Tells what a `content_block_delta` says. */
export function hearDelta(event: JsonValue | undefined, hear: WordListener): void {
  const delta = isJsonObject(event) ? event['delta'] : undefined;
  if (!isJsonObject(delta)) return;
  tell(delta['text'], 'output', hear);
  tell(delta['partial_json'], 'output', hear);
  tell(delta['thinking'], 'reasoning', hear);
}

/** Tells what a block says as it begins: the name of a call, and text that some servers put there. */
export function hearBlock(block: JsonValue | undefined, hear: WordListener): void {
  if (!isJsonObject(block)) return;
  tell(block['name'], 'output', hear);
  tell(block['text'], 'output', hear);
  tell(block['thinking'], 'reasoning', hear);
}

function tell(
  words: JsonValue | undefined,
  kind: Parameters<WordListener>[1],
  hear: WordListener,
): void {
  if (typeof words === 'string' && words !== '') hear(words, kind);
}
