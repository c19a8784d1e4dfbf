// Writes the texts of a reply as the item of a compacted conversation, for the output writer.
import type { NoteBook } from '../../../canonical/note.ts';
import { compactionItem, writeSummary } from '../compaction.ts';
import type { ReplyEnd } from '../reply/types.ts';
import type { OutputList, PartWriter } from './output-list.ts';

const onlyItem = 'A compacted conversation is one whole item, without other text.';
const failed: ReplyEnd = {
  status: 'failed',
  incomplete_details: null,
  error: { code: 'server_error', message: 'The model wrote no summary of the conversation.' },
};

/** Collects the summary that a model of another vendor wrote; the vendor's own item needs none. */
export class SummaryWriter implements PartWriter {
  readonly #list: OutputList;
  readonly #notes: NoteBook;
  #text = '';

  constructor(list: OutputList, notes: NoteBook) {
    this.#list = list;
    this.#notes = notes;
  }

  addText(text: string): void {
    this.#text += text;
  }

  end(): void {
    if (this.#text !== '') this.#text += '\n';
  }

  /**
   * Writes the item. A reply without a whole summary fails, because the client would lose the conversation.
   * @returns how the reply ended
   */
  finish(end: ReplyEnd): ReplyEnd {
    // Its type lists only what this format's encoders write; the vendor's items have others.
    const types: readonly string[] = this.#list.items.map(({ type }) => type);
    const summary = this.#text.trim();
    if (end.status !== 'completed' || types.includes(compactionItem)) {
      if (summary !== '') this.#notes.dropped('output', onlyItem);
      return end;
    }
    if (summary === '') return failed;
    this.#list.addWhole(writeSummary(this.#list.makeId('cmp'), summary));
    return end;
  }
}
