// Reads a message item of a Responses stream, for the stream decoder.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { TextPart } from '../../../canonical/part.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { objectAt, positionAt, textAt } from '../../../shared/json-fields.ts';
import { logprobsOf } from '../../../canonical/logprobs.ts';
import { decodeAnnotation } from '../reply/citations.ts';
import { isText, noteUnknownContent, withTranscript, phaseOf } from '../reply/content.ts';
import { decodeTokens } from '../../../shared/openai/logprobs.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { replyPart, type OutputItemInput, type ReplyPartInput } from '../reply/schema.ts';
import { TextReader, type ItemContext, type ItemReader } from './text-reader.ts';

const parsePart = createParser(replyPart);

type TextType = 'text' | 'refusal';

/** Reads a message: each of its contents is a separate part. */
export class MessageReader implements ItemReader {
  readonly isCall = false;
  readonly #context: ItemContext;
  readonly #parts = new Map<number, TextReader>();
  /** The number of tokens of each content whose probabilities have come. */
  readonly #tokens = new Map<number, number>();
  #phase: Pick<TextPart, 'phase'> = {};

  constructor(context: ItemContext) {
    this.#context = context;
  }

  begin(item: OutputItemInput): CanonicalEvent[] {
    this.#phase = phaseOf(item);
    return [];
  }

  read(type: string, event: JsonObject): CanonicalEvent[] {
    const position = positionAt(event, 'content_index') ?? 0;
    switch (type) {
      case 'response.output_text.delta':
        return [
          ...this.#addLogprobs(position, decodeTokens(event['logprobs'])),
          ...this.#part(position, 'text').add(textAt(event, 'delta')),
        ];
      case 'response.output_text.done':
        return [
          ...this.#completeLogprobs(position, event['logprobs']),
          ...this.#part(position, 'text').complete(textAt(event, 'text')),
        ];
      case 'response.refusal.delta':
        return this.#part(position, 'refusal').add(textAt(event, 'delta'));
      case 'response.refusal.done':
        return this.#part(position, 'refusal').complete(textAt(event, 'refusal'));
      case 'response.output_text.annotation.added': {
        const annotation = objectAt(event, 'annotation');
        return annotation ? this.#part(position, 'text').cite(decodeAnnotation(annotation)) : [];
      }
      case 'response.content_part.done': {
        const part = parsePart(event['part']);
        return part.success ? this.#complete(position, part.data) : [];
      }
      default:
        return [];
    }
  }

  complete(item: OutputItemInput): CanonicalEvent[] {
    this.#phase = phaseOf(item);
    const events = (item.content ?? []).flatMap((part, at) => this.#complete(at, part));
    return [...events, ...this.close()];
  }

  close(): CanonicalEvent[] {
    return [...this.#parts.values()].flatMap((part) => part.close());
  }

  #complete(position: number, given: ReplyPartInput): CanonicalEvent[] {
    const input = withTranscript(given, this.#context.notes);
    const isRefusal = input.type === 'refusal';
    const part = this.#part(position, isRefusal ? 'refusal' : 'text');
    if (!isRefusal && !isText(input) && part.length === 0) {
      noteUnknownContent(this.#context.notes);
      return [];
    }
    return [
      ...this.#completeLogprobs(position, input.logprobs ?? undefined),
      ...part.complete((isRefusal ? input.refusal : input.text) ?? ''),
      ...part.completeCitations((input.annotations ?? []).map(decodeAnnotation)),
      ...part.close(),
    ];
  }

  #part(position: number, type: TextType): TextReader {
    const known = this.#parts.get(position);
    if (known !== undefined) return known;
    const part = new TextReader(this.#context, { type, ...this.#phase });
    this.#parts.set(position, part);
    return part;
  }

  #addLogprobs(position: number, tokens: readonly JsonObject[]): CanonicalEvent[] {
    const logprobs = logprobsOf(tokens);
    if (logprobs === undefined) return [];
    this.#tokens.set(position, (this.#tokens.get(position) ?? 0) + tokens.length);
    return [{ type: 'logprobs', choice: 0, logprobs }];
  }

  /** Reads a repetition of the probabilities and returns what it adds. */
  #completeLogprobs(position: number, repeated: JsonValue | undefined): CanonicalEvent[] {
    const known = this.#tokens.get(position) ?? 0;
    return this.#addLogprobs(position, decodeTokens(repeated).slice(known));
  }
}
