// Selects the reader for an output item of a Responses stream, for `output-reader.ts`.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { decodeWhole } from '../reply/content.ts';
import type { OutputItemInput } from '../reply/schema.ts';
import { CallReader } from './call-reader.ts';
import type { ItemContext, ItemReader } from './context.ts';
import { MessageReader } from './message-reader.ts';
import { ReasoningReader } from './reasoning-reader.ts';

/** Creates the reader for an item of the given type. */
export function createItemReader(type: string, context: ItemContext): ItemReader {
  switch (type) {
    case 'message':
      return new MessageReader(context);
    case 'reasoning':
      return new ReasoningReader(context);
    case 'function_call':
    case 'custom_tool_call':
      return new CallReader(context);
    default:
      return new WholeReader(context);
  }
}

/** Reads an item of a tool that the vendor ran: only the completed item is used. */
class WholeReader implements ItemReader {
  readonly isCall = false;
  readonly #context: ItemContext;
  #isOver = false;

  constructor(context: ItemContext) {
    this.#context = context;
  }

  begin(): CanonicalEvent[] {
    return [];
  }

  read(): CanonicalEvent[] {
    return [];
  }

  complete(item: OutputItemInput): CanonicalEvent[] {
    if (this.#isOver) return [];
    this.#isOver = true;
    const index = this.#context.nextPart();
    const part = decodeWhole(item);
    return [
      { type: 'part-start', index, choice: 0, part },
      { type: 'part-end', index },
    ];
  }

  close(): CanonicalEvent[] {
    return [];
  }
}
