/** The lines of the files of the outbox, those of earlier versions included. */
import { crc32 } from 'node:zlib';
import { decodeSettlement, type Settlement } from '@parley/core';

export interface DecodedLines {
  readonly settlements: readonly Settlement[];
  /** Lines with a wrong checksum: most often the last one, of a process that crashed while writing. */
  readonly damaged: number;
}

/**
 * One line: the CRC-32 of the JSON in eight hexadecimal digits, a space, and the JSON.
 * @param text of `encodeSettlement`
 */
export function encodeLine(text: string): string {
  return `${checksumOf(text)} ${text}\n`;
}

export function decodeLines(content: string): DecodedLines {
  const lines = content.split('\n').filter((line) => line !== '');
  const intact = lines.filter((line) => line.slice(0, 9) === `${checksumOf(line.slice(9))} `);
  return {
    // The checksum proves that `encodeLine` wrote the line.
    settlements: intact.map((line) => upgrade(decodeSettlement(renameAmounts(line.slice(9))))),
    damaged: lines.length - intact.length,
  };
}

const currentNames: Readonly<Record<string, string>> = {
  nanos: 'nanoUsd',
  listNanos: 'listNanoUsd',
  chargedNanos: 'chargedNanoUsd',
};

/**
 * Earlier versions wrote amounts without their unit. A quote within a JSON string is escaped, so only
 * names of fields match.
 */
function renameAmounts(json: string): string {
  return json.replaceAll(
    /"(nanos|listNanos|chargedNanos)":/g,
    (_, name: string) => `"${currentNames[name] ?? name}":`,
  );
}

/** A settlement as written by this version or by an earlier one, which had no records of attempts. */
type StoredSettlement = Omit<Settlement, 'record'> & {
  readonly record: Omit<Settlement['record'], 'attemptRecords'> &
    Partial<Pick<Settlement['record'], 'attemptRecords'>>;
};

function upgrade({ record, ...settlement }: StoredSettlement): Settlement {
  return { ...settlement, record: { ...record, attemptRecords: record.attemptRecords ?? [] } };
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
