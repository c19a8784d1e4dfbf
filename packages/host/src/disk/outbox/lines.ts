/** The lines of the files of the outbox, those of earlier versions included. */
import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { decodeSettlement, type Settlement } from '@parley/core';

/** What the lines of one file contain. */
export interface DecodedLines {
  readonly settlements: readonly Settlement[];
  /** Lines with a wrong checksum: most often the last one, of a process that crashed while writing. */
  readonly damaged: number;
  /** Intact lines that are no settlements of this version: those of a later one, before a return to this. */
  readonly unknown: number;
}

/** The size of the buffer for lines, and the size above which a larger one is not kept, in bytes. */
const usualBytes = 64 * 1_024;
const largestKeptBytes = 1_024 * 1_024;
/** The checksum in hexadecimal digits, and a space. */
const prefixBytes = 9;
const lineFeed = 10;

/** Lines that are written together, as bytes in a buffer that is used again. */
export class OutboxLines {
  #buffer = Buffer.allocUnsafeSlow(usualBytes);
  #length = 0;

  /**
   * Adds a line: the CRC-32 of the JSON in eight hexadecimal digits, a space, and the JSON.
   * @param text of `encodeSettlement`
   */
  add(text: string): void {
    const start = this.#length + prefixBytes;
    // A UTF-16 unit has at most three bytes in UTF-8.
    this.#reserve(start + 3 * text.length + 1);
    const end = start + this.#buffer.write(text, start, 'utf8');
    this.#buffer.write(`${checksumOf(this.#buffer.subarray(start, end))} `, this.#length, 'latin1');
    this.#buffer[end] = lineFeed;
    this.#length = end + 1;
  }

  /** Removes the lines and returns them; valid until the next one is added. */
  take(): Buffer {
    const lines = this.#buffer.subarray(0, this.#length);
    if (this.#buffer.length > largestKeptBytes) this.#buffer = Buffer.allocUnsafeSlow(usualBytes);
    this.#length = 0;
    return lines;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/**
 * Reads lines that `OutboxLines` wrote, those of earlier versions included. Damaged lines are counted and left out.
 * @param content the text of a file, at its end perhaps zeros
 */
export function decodeLines(content: string): DecodedLines {
  // A spare file ends with zeros.
  const lines = content.split('\n').filter((line) => /[^\0]/.test(line));
  const intact = lines.filter((line) => line.slice(0, 9) === `${checksumOf(line.slice(9))} `);
  const settlements = intact.flatMap((line) => readSettlement(line.slice(9)));
  return {
    settlements,
    damaged: lines.length - intact.length,
    unknown: intact.length - settlements.length,
  };
}

/** Nothing for a line that is no settlement, which must not keep the others from the store. */
function readSettlement(json: string): readonly Settlement[] {
  try {
    const settlement = upgrade(decodeSettlement(renameAmounts(json)));
    return typeof settlement.record.id === 'string' ? [settlement] : [];
  } catch {
    return [];
  }
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

function checksumOf(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, '0');
}
