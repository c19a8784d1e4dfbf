/**
 * Measures the cost of a stream observer per event: the dialect's own, and a generic one that uses the events
 * of the dialect's decoder. Run it with `node --conditions=parley-source bench/observers.ts`, which prints
 * the minimum of user CPU time in microseconds. `docs/decisions/0030-each-dialect-has-its-observer.md` has
 * the conclusion, and `bench/relay.ts` prints the cost of an event in the whole gateway.
 */
import process from 'node:process';
import {
  codecs,
  createFrameParser,
  NameMap,
  writeFrames,
  type CanonicalEvent,
  type Codec,
  type ObserverStep,
  type OnText,
  type SseFrame,
  type StreamDecoder,
  type Usage,
} from '@parley/protocol';

const textEvents = 200;
const streamsOfRound = 200;
const rounds = 30;
const model = 'call-name';

/** The frames of a streamed reply, as the gateway's parser returns them. */
function createFrames(codec: Codec): readonly SseFrame[] {
  const encoder = codec.createStreamEncoder({
    model: 'model-2026-11-22',
    id: '7',
    createdAt: 1_790_000_000,
    names: new NameMap(),
    includeUsage: true,
  });
  const usage = {
    input: 9,
    output: textEvents,
    reasoning: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
  };
  const frames = [
    ...encoder.push({ type: 'reply-start', id: '7', model: 'model-2026-11-22' }),
    ...encoder.push({ type: 'part-start', index: 0, choice: 0, part: { type: 'text' } }),
    ...Array.from({ length: textEvents }, (_, at) =>
      encoder.push({ type: 'part-delta', index: 0, text: ` word ${at}` }),
    ).flat(),
    ...encoder.push({ type: 'part-end', index: 0 }),
    ...encoder.push({ type: 'usage', usage }),
    ...encoder.push({ type: 'finish', choice: 0, finish: { reason: 'stop' } }),
    ...encoder.end(),
  ];
  const parser = createFrameParser();
  return [...parser.push(new TextEncoder().encode(writeFrames(frames))), ...parser.end()];
}

/** Replaces the upstream's model name in a frame with the call name. */
function replaceModel(text: string): string {
  const start = text.indexOf('"model":"');
  if (start === -1) return text;
  const end = text.indexOf('"', start + 9);
  return `${text.slice(0, start)}"model":${JSON.stringify(model)}${text.slice(end + 1)}`;
}

/**
 * The cheapest possible generic observer. It does not do what a dialect hides, drops, redacts, renames or
 * delays at the output limit, because decoder events lack that information: each dialect would need a file
 * for it.
 */
class GenericObserver {
  readonly #decoder: StreamDecoder;
  readonly #onText: OnText | undefined;
  readonly #parts = new Map<number, 'output' | 'reasoning'>();
  usage: Usage | undefined;
  started = false;

  constructor(codec: Codec, onText: OnText | undefined) {
    this.#decoder = codec.createStreamDecoder({ vendor: 'any' });
    this.#onText = onText;
  }

  push(frame: SseFrame): ObserverStep {
    return this.#follow(this.#decoder.push(frame), frame);
  }

  end(): ObserverStep {
    return this.#follow(this.#decoder.end(), { data: '' });
  }

  #follow(events: readonly CanonicalEvent[], { raw, data }: SseFrame): ObserverStep {
    let action: 'relay' | 'end' = 'relay';
    for (const event of events) {
      switch (event.type) {
        case 'failure':
          return { action: 'fail', text: '', error: event.error };
        case 'reply-end':
          action = 'end';
          break;
        case 'usage':
          this.usage = event.usage;
          break;
        case 'part-start':
          this.#parts.set(event.index, event.part.type === 'reasoning' ? 'reasoning' : 'output');
          break;
        case 'part-delta':
          this.started = true;
          this.#onText?.(event.text, this.#parts.get(event.index) ?? 'output');
          break;
        case 'part-end':
          this.#parts.delete(event.index);
          break;
        case 'reply-start':
        case 'part-citation':
        case 'part-state':
        case 'logprobs':
        case 'finish':
        case 'extras':
          break;
      }
    }
    return { action, text: replaceModel(raw ?? data) };
  }
}

type Observer = Pick<GenericObserver, 'push' | 'end' | 'usage' | 'started'>;
type CreateObserver = () => Observer;

/** Microseconds of user CPU time per event. */
function measureRound(create: CreateObserver, frames: readonly SseFrame[]): number {
  const before = process.cpuUsage();
  for (let stream = 0; stream < streamsOfRound; stream += 1) {
    const observer = create();
    let last = '';
    for (const frame of frames) last = observer.push(frame).action;
    if (last !== 'end') last = observer.end().action;
    if (last !== 'end' || observer.usage === undefined || !observer.started) {
      throw new Error('The observer did not see the whole answer.');
    }
  }
  return process.cpuUsage(before).user / (streamsOfRound * frames.length);
}

/** Both observers take turns, so that other load affects both; the minimum of the rounds is reported. */
function compare(codec: Codec, onText: OnText | undefined): readonly number[] {
  const frames = createFrames(codec);
  const target = { model, includeUsage: true, ...(onText && { onText }) };
  const observers: readonly CreateObserver[] = [
    () => codec.createStreamObserver(target),
    () => new GenericObserver(codec, onText),
  ];
  const least = observers.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, create] of observers.entries()) {
      least[at] = Math.min(least[at] ?? 0, measureRound(create, frames));
    }
  }
  return least;
}

let characters = 0;
const countText: OnText = (text) => {
  characters += text.length;
};

for (const codec of Object.values(codecs)) {
  for (const onText of [countText, undefined]) {
    const [own = 0, generic = 0] = compare(codec, onText);
    const name = `${codec.dialect}, text ${onText ? 'metered' : 'unread'}`;
    console.log(`${name}: own ${own.toFixed(2)} µs, generic ${generic.toFixed(2)} µs`);
  }
}
if (characters === 0) throw new Error('No text was read.');
