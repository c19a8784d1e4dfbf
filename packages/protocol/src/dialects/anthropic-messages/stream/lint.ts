// Checks an Anthropic Messages stream as a client receives it; exported by the entry `testing`.
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { Violations } from '../../../canonical/violations.ts';
import { stopReasons } from '../tables.ts';
import { blocksOfDelta } from './grammar.ts';

/**
 * Checks a whole client stream against what the official client relies on.
 * @returns one sentence per violation; empty for a valid stream
 */
export function lintMessagesStream(frames: Iterable<SseFrame>): string[] {
  const lint = new StreamLint();
  for (const frame of frames) lint.check(frame);
  return lint.close();
}

const legalId = /^[a-zA-Z0-9_-]+$/;

interface OpenBlock {
  readonly index: JsonValue | undefined;
  readonly type: string;
  json: string;
}

class StreamLint {
  readonly #violations = new Violations();
  readonly #callIds = new Set<string>();
  #state: 'fresh' | 'started' | 'ending' | 'stopped' | 'failed' = 'fresh';
  #open: OpenBlock | undefined;
  #nextIndex = 0;
  #stopReason = 'none';
  #hasBrokenInput = false;

  check(frame: SseFrame): void {
    const data = parseJson(frame.data);
    if (!isJsonObject(data) || typeof data['type'] !== 'string') {
      this.#violations.report('A frame is no JSON object with a type.');
      return;
    }
    this.#violations.expect(
      frame.event === data['type'],
      `A frame of type ${data['type']} has another name.`,
    );
    if (this.#state === 'failed') this.#violations.report('A frame follows the error.');
    else if (this.#state === 'stopped') this.#violations.report('A frame follows message_stop.');
    else this.#checkEvent(data['type'], data);
  }

  close(): string[] {
    if (this.#state === 'stopped') this.#checkEnd();
    else
      this.#violations.expect(
        this.#state === 'failed',
        'The stream has neither message_stop nor an error.',
      );
    return this.#violations.list;
  }

  #checkEvent(type: string, data: JsonObject): void {
    switch (type) {
      case 'message_start': {
        this.#checkStart(data['message']);
        return;
      }
      case 'content_block_start': {
        this.#checkBlockStart(data);
        return;
      }
      case 'content_block_delta': {
        this.#checkDelta(data);
        return;
      }
      case 'content_block_stop': {
        this.#checkBlockStop(data);
        return;
      }
      case 'message_delta': {
        this.#checkEnding(data);
        return;
      }
      case 'message_stop':
        this.#violations.expect(
          this.#state === 'ending',
          'message_stop comes without message_delta.',
        );
        this.#state = 'stopped';
        return;
      case 'error': {
        this.#checkError(data['error']);
        return;
      }
    }
  }

  #checkStart(message: JsonValue | undefined): void {
    this.#violations.expect(this.#state === 'fresh', 'message_start comes twice.');
    this.#state = 'started';
    if (!isJsonObject(message)) {
      this.#violations.report('message_start has no message.');
      return;
    }
    const isNamed = ['id', 'model'].every((name) => typeof message[name] === 'string');
    const isAnswer = message['type'] === 'message' && message['role'] === 'assistant';
    this.#violations.expect(isNamed && isAnswer, 'The message lacks its id, model, type or role.');
    const { content } = message;
    this.#violations.expect(
      Array.isArray(content) && content.length === 0,
      'The message begins with content.',
    );
    this.#violations.expect(!message['stop_reason'], 'The message begins with a stop reason.');
    this.#violations.expect(
      hasCount(message['usage'], 'input_tokens'),
      'The message has no input count.',
    );
    this.#violations.expect(
      hasCount(message['usage'], 'output_tokens'),
      'The message has no output count.',
    );
  }

  #checkBlockStart({ index, content_block: block }: JsonObject): void {
    this.#violations.expect(this.#state === 'started', 'A block begins outside of the message.');
    this.#violations.expect(this.#open === undefined, 'A block begins while another is open.');
    this.#violations.expect(
      index === this.#nextIndex,
      `Block ${this.#nextIndex} has another number.`,
    );
    this.#nextIndex++;
    const type = isJsonObject(block) ? block['type'] : undefined;
    if (!isJsonObject(block) || typeof type !== 'string') {
      this.#violations.report('A block has no type.');
      return;
    }
    this.#open = { index, type, json: '' };
    if (blocksOfDelta['input_json_delta']?.includes(type)) this.#checkCall(block);
    if (type === 'text')
      this.#violations.expect(typeof block['text'] === 'string', 'A text has no text.');
  }

  #checkCall({ id, name, input, type }: JsonObject): void {
    const isLegal = typeof id === 'string' && legalId.test(id);
    this.#violations.expect(isLegal, 'A call has no id of the legal alphabet.');
    this.#violations.expect(typeof name === 'string' && name !== '', 'A call has no name.');
    this.#violations.expect(isJsonObject(input), 'The input of a call is no object.');
    if (type !== 'tool_use' || !isLegal) return;
    this.#violations.expect(!this.#callIds.has(id), `Two calls share the id ${id}.`);
    this.#callIds.add(id);
  }

  #checkDelta({ index, delta }: JsonObject): void {
    const open = this.#open;
    if (open === undefined || open.index !== index) {
      this.#violations.report('A delta has no open block.');
      return;
    }
    if (!isJsonObject(delta)) {
      this.#violations.report('A delta holds nothing.');
      return;
    }
    const blocks = typeof delta['type'] === 'string' ? blocksOfDelta[delta['type']] : undefined;
    this.#violations.expect(
      blocks?.includes(open.type) !== false,
      'A delta does not fit its block.',
    );
    if (typeof delta['partial_json'] === 'string') open.json += delta['partial_json'];
  }

  #checkBlockStop({ index }: JsonObject): void {
    const open = this.#open;
    this.#violations.expect(open?.index === index, 'A stop names a block that is not open.');
    this.#open = undefined;
    const json = open?.json.trim() ?? '';
    if (json !== '' && !isJsonObject(parseJson(json))) this.#hasBrokenInput = true;
  }

  #checkEnding({ delta, usage }: JsonObject): void {
    this.#violations.expect(this.#state === 'started', 'message_delta stands in the wrong place.');
    this.#violations.expect(this.#open === undefined, 'message_delta comes while a block is open.');
    this.#violations.expect(hasCount(usage, 'output_tokens'), 'message_delta has no output count.');
    const reason = isJsonObject(delta) ? delta['stop_reason'] : undefined;
    if (typeof reason === 'string') this.#stopReason = reason;
    this.#state = 'ending';
  }

  #checkError(error: JsonValue | undefined): void {
    const isWhole =
      isJsonObject(error) &&
      typeof error['type'] === 'string' &&
      typeof error['message'] === 'string';
    this.#violations.expect(isWhole, 'The error lacks its type or message.');
    this.#state = 'failed';
  }

  #checkEnd(): void {
    const reason = this.#stopReason;
    this.#violations.expect(stopReasons.has(reason), `The stop reason ${reason} is not known.`);
    const hidesCalls = reason === 'end_turn' && this.#callIds.size > 0;
    this.#violations.expect(!hidesCalls, 'The message holds calls and says end_turn.');
    const isCut = reason === 'max_tokens';
    this.#violations.expect(
      !this.#hasBrokenInput || isCut,
      'The input of a call is no JSON object.',
    );
  }
}

function hasCount(usage: JsonValue | undefined, name: string): boolean {
  return isJsonObject(usage) && Number.isInteger(usage[name]);
}
