import type { CanonicalEvent, PartHead, OnText } from '@parley/protocol';

interface OpenPart {
  readonly choice: number;
  readonly kind: Parameters<OnText>[1];
}

/** Whoever counts words. */
interface Listener {
  readonly hear: OnText;
}

/** Follows which parts and choices of an answer are open, and lets their words be heard. */
export class OpenParts {
  readonly #parts = new Map<number, OpenPart>();
  readonly #choices = new Set<number>();

  take(event: CanonicalEvent, listener: Listener): void {
    switch (event.type) {
      case 'part-start':
        this.#start(event, listener);
        break;
      case 'part-delta': {
        const part = this.#parts.get(event.index);
        if (part !== undefined) listener.hear(event.text, part.kind);
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

  /** The events that close everything, as at the output limit. */
  close(): readonly CanonicalEvent[] {
    return [
      ...[...this.#parts.keys()].map((index) => ({ type: 'part-end', index }) as const),
      ...[...this.#choices].map(
        (choice) => ({ type: 'finish', choice, finish: { reason: 'length' } }) as const,
      ),
    ];
  }

  #start(event: Extract<CanonicalEvent, { type: 'part-start' }>, listener: Listener): void {
    const { index, choice, part } = event;
    this.#parts.set(index, { choice, kind: part.type === 'reasoning' ? 'reasoning' : 'output' });
    this.#choices.add(choice);
    const name = nameOf(part);
    if (name !== undefined) listener.hear(name, 'output');
  }
}

function nameOf(part: PartHead): string | undefined {
  return part.type === 'call' ? part.name : undefined;
}
