/** Tracks which parts of a translated stream are open, so that it can be ended at any moment; used by `TranslationStream`. */
import type { CanonicalEvent, TextKind } from '@parley/protocol';
import type { ReplyMeter } from '../../billing/quota/metering/reply-meter.ts';

/** Tracks which parts and choices of a reply are open, and passes their text to the meter. */
export class OpenParts {
  /** The kind of text of each part, by its index. */
  readonly #parts = new Map<number, TextKind>();
  readonly #choices = new Set<number>();

  take(event: CanonicalEvent, meter: ReplyMeter): void {
    switch (event.type) {
      case 'part-start':
        this.#start(event, meter);
        break;
      case 'part-delta': {
        const kind = this.#parts.get(event.index);
        if (kind !== undefined) meter.onText(event.text, kind);
        break;
      }
      case 'part-end':
        this.#parts.delete(event.index);
        break;
      case 'finish':
        this.#choices.delete(event.choice);
        break;
      default:
    }
  }

  /** The events that close all parts and choices, as at the output limit. */
  close(): readonly CanonicalEvent[] {
    return [
      ...[...this.#parts.keys()].map((index) => ({ type: 'part-end', index }) as const),
      ...[...this.#choices].map(
        (choice) => ({ type: 'finish', choice, finish: { reason: 'length' } }) as const,
      ),
    ];
  }

  #start(
    { index, choice, part }: Extract<CanonicalEvent, { type: 'part-start' }>,
    meter: ReplyMeter,
  ): void {
    this.#parts.set(index, part.type === 'reasoning' ? 'reasoning' : 'output');
    this.#choices.add(choice);
    if (part.type === 'call') meter.onText(part.name, 'output');
  }
}
