// Writes reasoning into a Responses stream, for the stream encoder.
import type { ProviderState } from '../../../canonical/provider-state.ts';
import { encodeClientState, ownState } from '../reasoning.ts';
import type { ItemStatus, ReasoningOutput } from '../reply/types.ts';
import type { OutputList, PartWriter } from './output-list.ts';

/** Writes reasoning as the summary of a reasoning item, whatever its vendor calls it. */
export class ReasoningWriter implements PartWriter {
  readonly #list: OutputList;
  #providerState: ProviderState | undefined;
  #open: { readonly id: string; readonly index: number } | undefined;
  #text = '';

  constructor(list: OutputList) {
    this.#list = list;
  }

  keep(providerState: ProviderState): void {
    this.#providerState = providerState;
  }

  addText(text: string): void {
    if (text === '') return;
    const isFirst = this.#text === '';
    const place = this.#place();
    this.#text += text;
    if (isFirst) {
      const part = { type: 'summary_text', text: '' } as const;
      this.#list.emit({ type: 'response.reasoning_summary_part.added', ...place, part });
    }
    this.#list.emit({ type: 'response.reasoning_summary_text.delta', ...place, delta: text });
  }

  /** Reasoning with neither text nor state is not written. */
  end(status: ItemStatus = 'completed'): void {
    if (this.#open === undefined && this.#providerState === undefined) return;
    const { item_id: id, output_index: index } = this.#place();
    const text = this.#text;
    const part = { type: 'summary_text', text } as const;
    if (text !== '') {
      const place = { item_id: id, output_index: index, summary_index: 0 };
      this.#list.emit({ type: 'response.reasoning_summary_text.done', ...place, text });
      this.#list.emit({ type: 'response.reasoning_summary_part.done', ...place, part });
    }
    const state = this.#writeState(id);
    const item: ReasoningOutput = {
      id,
      type: 'reasoning',
      status,
      summary: text === '' ? [] : [part],
    };
    this.#list.done(index, state === undefined ? item : { ...item, encrypted_content: state });
  }

  #place() {
    if (this.#open === undefined) {
      const own = this.#providerState && ownState(this.#providerState);
      const id = own?.id ?? this.#list.makeId('rs');
      const index = this.#list.add({ id, type: 'reasoning', status: 'in_progress', summary: [] });
      this.#open = { id, index };
    }
    return { item_id: this.#open.id, output_index: this.#open.index, summary_index: 0 };
  }

  /** The vendor rejects its own state under another id, so state is wrapped if its id arrives too late. */
  #writeState(id: string): string | undefined {
    if (this.#providerState === undefined) return undefined;
    const own = ownState(this.#providerState);
    return own?.id === id
      ? own.encrypted_content
      : encodeClientState(this.#text, this.#providerState);
  }
}
