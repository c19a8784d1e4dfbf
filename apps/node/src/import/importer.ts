/** What an importer of another gateway's configuration is. The folder `gateways` holds them; `importers.ts` lists them. */
import type { ImportDraft } from './draft.ts';
import type { SourceObject } from './source-object.ts';

export interface Importer {
  /** Lower-case, as in the name of its file. */
  readonly id: string;
  /** What the file is, as messages name it. */
  readonly name: string;
  /** Whether the document is a configuration of that gateway, to be told by the keys at its top. */
  recognise(document: unknown): boolean;
  /**
   * Reads the source and fills the draft. A value that is not read becomes a note, so a value that has its
   * counterpart elsewhere must be read, and one that cannot be kept needs no code.
   */
  convert(source: SourceObject, draft: ImportDraft): void;
}
