// Checks a Chat Completions stream as a client receives it; exported by the entry `testing`.
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { Violations } from '../../../canonical/violations.ts';
import { chunkObject, endMark } from './grammar.ts';
import { ChoiceLint } from './lint-choice.ts';

/**
 * Checks a whole client stream against everything that official clients rely on.
 * @returns one sentence per violation; empty for a valid stream
 */
export function lintChatStream(frames: Iterable<SseFrame>): string[] {
  const lint = new StreamLint();
  for (const frame of frames) lint.check(frame);
  return lint.close();
}

class StreamLint {
  readonly #violations = new Violations();
  readonly #choices = new Map<number, ChoiceLint>();
  #id: string | undefined;
  #state: 'open' | 'done' | 'failed' = 'open';

  check(frame: SseFrame): void {
    if (this.#state === 'done') this.#violations.report('Something follows the end mark.');
    if (this.#state === 'failed') this.#violations.report('Something follows an error.');
    if (frame.data === endMark) {
      this.#state = this.#state === 'open' ? 'done' : this.#state;
      return;
    }
    const value = parseJson(frame.data);
    if (value === undefined) this.#violations.report('A data line is not JSON.');
    else if (isJsonObject(value) && value['error']) this.#state = 'failed';
    else this.#checkChunk(frame, value);
  }

  close(): string[] {
    if (this.#state === 'open') this.#violations.report('The end mark is missing.');
    const hasFailed = this.#state === 'failed';
    const inner = [...this.#choices.values()].flatMap((choice) => choice.close(hasFailed));
    return [...this.#violations.list, ...inner];
  }

  #checkChunk(frame: SseFrame, chunk: JsonValue): void {
    if (frame.event !== undefined) this.#violations.report(`A chunk is named ${frame.event}.`);
    if (!isJsonObject(chunk) || chunk['object'] !== chunkObject) {
      this.#violations.report(`A frame is no ${chunkObject}.`);
      return;
    }
    this.#checkEnvelope(chunk);
    for (const choice of Array.isArray(chunk['choices']) ? chunk['choices'] : []) {
      this.#checkChoice(choice);
    }
  }

  #checkEnvelope(chunk: JsonObject): void {
    const { id, created, model, choices } = chunk;
    if (typeof id !== 'string') this.#violations.report('A chunk has no id.');
    else if (id !== '' && this.#id !== undefined && id !== this.#id) {
      this.#violations.report('The id changes within the stream.');
    } else if (id !== '') this.#id = id;
    if (typeof created !== 'number') this.#violations.report('A chunk has no created.');
    if (typeof model !== 'string') this.#violations.report('A chunk has no model.');
    if (!Array.isArray(choices)) this.#violations.report('A chunk has no list of choices.');
  }

  #checkChoice(choice: JsonValue): void {
    const index = isJsonObject(choice) ? choice['index'] : undefined;
    if (!isJsonObject(choice) || typeof index !== 'number' || !Number.isInteger(index)) {
      this.#violations.report('A choice has no whole number as its index.');
      return;
    }
    const lint = this.#choices.get(index) ?? new ChoiceLint(index);
    this.#choices.set(index, lint);
    lint.check(choice);
  }
}
