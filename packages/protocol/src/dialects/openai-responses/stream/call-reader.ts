// Reads the tool calls of a Responses stream, for the stream decoder.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { writeJson } from '../../../json/exact-number.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { textAt } from '../../../shared/json-fields.ts';
import { callHead } from '../reply/content.ts';
import type { OutputItemInput } from '../reply/schema.ts';
import { TextReader, type ItemContext, type ItemReader } from './text-reader.ts';
import { namelessCall } from '../../../shared/openai/reply.ts';

/** Reads a function call or a custom tool call. It opens as soon as its name is known. */
export class CallReader implements ItemReader {
  readonly #context: ItemContext;
  #part: TextReader | undefined;
  #isCustom = false;
  /** Arguments that arrived before the name. */
  #held = '';
  /** Arguments in the start of the item, used if no other event states them. */
  #begun = '';
  #isOver = false;

  constructor(context: ItemContext) {
    this.#context = context;
  }

  get isCall(): boolean {
    return this.#part !== undefined;
  }

  begin(item: OutputItemInput): CanonicalEvent[] {
    if (this.#part !== undefined || !item.name) return [];
    const head = callHead(item, this.#context.ids);
    this.#isCustom = head.custom === true;
    this.#begun = wholeText(item);
    this.#part = new TextReader(this.#context, head);
    const held = this.#held;
    this.#held = '';
    return [...this.#part.open(), ...this.#part.add(held)];
  }

  read(type: string, event: JsonObject): CanonicalEvent[] {
    switch (type) {
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta': {
        const delta = textAt(event, 'delta');
        if (this.#part === undefined) this.#held += delta;
        return this.#part?.add(delta) ?? [];
      }
      case 'response.function_call_arguments.done':
        return this.#part?.complete(textAt(event, 'arguments')) ?? [];
      case 'response.custom_tool_call_input.done':
        return this.#part?.complete(textAt(event, 'input')) ?? [];
      default:
        return [];
    }
  }

  complete(item: OutputItemInput): CanonicalEvent[] {
    if (this.#isOver) return [];
    const events = this.begin(item);
    events.push(...(this.#part?.complete(wholeText(item)) ?? []));
    return [...events, ...this.close()];
  }

  /** A call without arguments gets the empty object. */
  close(): CanonicalEvent[] {
    if (this.#isOver) return [];
    this.#isOver = true;
    const part = this.#part;
    if (part === undefined) {
      this.#context.notes.dropped('output', namelessCall);
      return [];
    }
    const nothing = this.#isCustom ? '' : '{}';
    const filling = part.isBlank ? part.add(this.#begun || nothing) : [];
    return [...filling, ...part.close()];
  }
}

function wholeText(item: OutputItemInput): string {
  if (item.type === 'custom_tool_call') return item.input ?? '';
  return isJsonObject(item.arguments) ? writeJson(item.arguments) : (item.arguments ?? '');
}
