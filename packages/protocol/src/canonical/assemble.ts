// Assembles a whole reply from canonical events, for tests and for programs that collect a stream.
import type { Extras } from './dialect.ts';
import { GatewayError } from './error.ts';
import { LogprobsList } from './logprobs.ts';
import type { CanonicalEvent, PartHead, Finish, CanonicalReply, Choice } from './reply.ts';
import type { ProviderState } from './provider-state.ts';
import type { Citation, Part } from './part.ts';
import type { Usage } from './usage.ts';
import { omitUndefined } from '../shared/omit-undefined.ts';

type ReplyStart = Extract<CanonicalEvent, { type: 'reply-start' }>;

interface PartDraft {
  readonly choice: number;
  readonly head: PartHead;
  text: string;
  providerState?: ProviderState;
  readonly citations: Citation[];
}

/**
 * Assembles an event stream into the reply it describes.
 * @throws GatewayError the error of the failure if the stream failed; `upstream-unavailable` if it breaks off
 *   or a choice has no finish reason.
 */
export function assembleReply(events: Iterable<CanonicalEvent>): CanonicalReply {
  const draft = new ReplyDraft();
  for (const event of events) draft.add(event);
  return draft.complete();
}

/**
 * Does the same for events that arrive over time, such as those of `readEvents`. Rejects where `assembleReply`
 * throws.
 */
export async function collectReply(events: AsyncIterable<CanonicalEvent>): Promise<CanonicalReply> {
  const draft = new ReplyDraft();
  for await (const event of events) draft.add(event);
  return draft.complete();
}

class ReplyDraft {
  #start: Omit<ReplyStart, 'type'> = {};
  #usage: Usage | undefined;
  #extras: { readonly extras?: Extras } = {};
  #ended = false;
  readonly #parts = new Map<number, PartDraft>();
  readonly #logprobs = new Map<number, LogprobsList>();
  readonly #finishes = new Map<number, Finish>();

  add(event: CanonicalEvent): void {
    switch (event.type) {
      case 'reply-start':
        this.#start = withoutType(event);
        return;
      case 'part-start':
        this.#parts.set(event.index, {
          choice: event.choice,
          head: event.part,
          text: '',
          citations: [],
        });
        return;
      case 'part-delta':
      case 'part-citation':
      case 'part-state':
        fill(this.#parts.get(event.index), event);
        return;
      case 'part-end':
        return;
      case 'logprobs':
        this.#addLogprobs(event);
        return;
      case 'usage':
        this.#usage = event.usage;
        return;
      case 'extras':
        this.#extras = { extras: event.extras };
        return;
      case 'finish':
        this.#finishes.set(event.choice, event.finish);
        return;
      case 'failure':
        throw event.error;
      case 'reply-end':
        this.#ended = true;
        return;
    }
  }

  complete(): CanonicalReply {
    if (!this.#ended) throw brokenOff();
    const partsOf = this.#partsByChoice();
    const choices: Choice[] = [];
    for (const [index, finish] of this.#finishes) {
      const logprobs = this.#logprobs.get(index)?.take();
      const parts = partsOf.get(index) ?? [];
      choices.push({ index, parts, finish, ...omitUndefined({ logprobs }) });
      partsOf.delete(index);
    }
    if (partsOf.size > 0) throw brokenOff();
    choices.sort((one, other) => one.index - other.index);
    const usage = this.#usage === undefined ? {} : { usage: this.#usage };
    return { ...this.#start, choices, ...usage, ...this.#extras };
  }

  #addLogprobs({ choice, logprobs }: Extract<CanonicalEvent, { type: 'logprobs' }>): void {
    const list = this.#logprobs.get(choice) ?? new LogprobsList();
    this.#logprobs.set(choice, list);
    list.add(logprobs);
  }

  #partsByChoice(): Map<number, Part[]> {
    const partsOf = new Map<number, Part[]>();
    for (const draft of this.#parts.values()) {
      const parts = partsOf.get(draft.choice);
      if (parts) parts.push(finishPart(draft));
      else partsOf.set(draft.choice, [finishPart(draft)]);
    }
    return partsOf;
  }
}

function withoutType({ type: _, ...facts }: ReplyStart): Omit<ReplyStart, 'type'> {
  return facts;
}

function fill(
  draft: PartDraft | undefined,
  event: Extract<CanonicalEvent, { type: 'part-delta' | 'part-citation' | 'part-state' }>,
): void {
  if (draft === undefined) return;
  if (event.type === 'part-delta') draft.text += event.text;
  else if (event.type === 'part-citation') draft.citations.push(event.citation);
  else draft.providerState = event.providerState;
}

function finishPart({ head, text, providerState, citations }: PartDraft): Part {
  const state = providerState === undefined ? {} : { providerState };
  switch (head.type) {
    case 'text':
      return citations.length > 0 ? { ...head, text, citations } : { ...head, text };
    case 'reasoning':
      return { ...head, text, ...state };
    case 'refusal':
      return { ...head, text };
    case 'call':
      return { ...head, arguments: text, ...state };
    case 'server':
    case 'media':
      return head;
  }
}

function brokenOff(): GatewayError {
  return new GatewayError('upstream-unavailable', 'The upstream response ended early.');
}
