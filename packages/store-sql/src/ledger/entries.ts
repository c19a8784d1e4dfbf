/** Encodes the entries of the ledger as rows. */
import { ledgerEntryFields, type LedgerEntry } from '@parley/core/store';
import { createRowCodec } from '../row-codec.ts';

export const entryCodec = createRowCodec<LedgerEntry>(ledgerEntryFields);
