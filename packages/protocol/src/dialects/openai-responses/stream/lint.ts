// Checks a Responses stream as a client receives it; exported by the entry `testing`.
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { objectAt, positionAt, textAt } from '../../../shared/json-fields.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { Violations } from '../../../canonical/violations.ts';
import { envelopeOf } from './grammar.ts';
import { ItemLint } from './lint-item.ts';

/**
 * Checks a whole client stream against everything that official clients rely on.
 * @returns one sentence per violation; empty for a valid stream
 */
export function lintResponsesStream(frames: Iterable<SseFrame>): string[] {
  const lint = new StreamLint();
  for (const frame of frames) lint.check(frame);
  return lint.close();
}

class StreamLint {
  readonly #violations = new Violations();
  readonly #items: ItemLint[] = [];
  #sequence = -1;
  #replyId: string | undefined;
  #state: 'fresh' | 'open' | 'ended' | 'failed' = 'fresh';

  check(frame: SseFrame): void {
    const event = parseJson(frame.data);
    if (!isJsonObject(event)) {
      this.#violations.report('A frame is no JSON object.');
      return;
    }
    const type = textAt(event, 'type');
    this.#violations.expect(frame.event === type, `An event of type ${type} has another name.`);
    this.#violations.expect(!this.#isOver(), `${type} follows the end.`);
    this.#checkNumber(event, type);
    if (type === 'error') this.#fail(event);
    else if (envelopeOf(type) !== undefined) this.#checkReply(event, type);
    else this.#checkItemEvent(event, type);
  }

  close(): string[] {
    this.#violations.expect(this.#isOver(), 'The stream has neither a last event nor an error.');
    return [...this.#violations.list, ...this.#items.flatMap((item) => item.violations.list)];
  }

  #isOver(): boolean {
    return this.#state === 'ended' || this.#state === 'failed';
  }

  #checkNumber(event: JsonObject, type: string): void {
    const number = positionAt(event, 'sequence_number');
    this.#violations.expect(
      number !== undefined && number > this.#sequence,
      `${type} is out of sequence.`,
    );
    this.#sequence = number ?? this.#sequence;
    if (this.#state === 'fresh') {
      this.#violations.expect(
        /^(?:response\.created|error)$/.test(type),
        `The first event is ${type}.`,
      );
      this.#state = 'open';
    }
  }

  #fail(event: JsonObject): void {
    const inner = objectAt(event, 'error') ?? {};
    const isBoth = textAt(event, 'message') !== '' && textAt(inner, 'message') !== '';
    this.#violations.expect(isBoth, 'The error is not written in both forms.');
    this.#state = 'failed';
  }

  #checkReply(event: JsonObject, type: string): void {
    const reply = objectAt(event, 'response') ?? {};
    const id = textAt(reply, 'id');
    this.#violations.expect(id !== '', `${type} has no id.`);
    this.#violations.expect(id === (this.#replyId ?? id), 'The id of the reply changes.');
    this.#violations.expect(reply['object'] === 'response', `${type} holds no response.`);
    this.#replyId = id;
    const status = envelopeOf(type);
    if (status !== undefined && status !== 'open') this.#checkEnd(reply, status);
  }

  #checkEnd(reply: JsonObject, status: string): void {
    this.#state = status === 'failed' ? 'failed' : 'ended';
    this.#violations.expect(
      reply['status'] === status,
      `The status of the reply is not ${status}.`,
    );
    const output = Array.isArray(reply['output']) ? reply['output'] : [];
    const done = JSON.stringify(this.#items.map(({ item }) => item));
    this.#violations.expect(
      JSON.stringify(output) === done,
      'The output differs from the items that were done.',
    );
    const { usage } = reply;
    const fields = ['input_tokens', 'output_tokens', 'total_tokens'];
    const isComplete = isJsonObject(usage) && fields.every((name) => Number.isInteger(usage[name]));
    this.#violations.expect(isComplete, 'The usage is incomplete.');
    for (const name of ['input_tokens_details', 'output_tokens_details']) {
      this.#violations.expect(
        isJsonObject(usage) && isJsonObject(usage[name]),
        `The usage has no ${name}.`,
      );
    }
  }

  #checkItemEvent(event: JsonObject, type: string): void {
    const position = positionAt(event, 'output_index') ?? -1;
    const known = this.#items[position];
    if (type !== 'response.output_item.added') {
      if (known === undefined) this.#violations.report(`${type} belongs to no item.`);
      else known.check(type, event);
      return;
    }
    this.#violations.expect(position === this.#items.length, 'The positions of items have gaps.');
    const item = new ItemLint(objectAt(event, 'item') ?? {}, `Item ${position}`);
    const isNew = this.#items.every((other) => other.id !== item.id);
    this.#violations.expect(isNew, 'Two items have the same id.');
    this.#items.push(item);
  }
}
