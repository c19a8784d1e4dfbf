import { crc32 } from 'node:zlib';
import type { Settlement } from '@parley/core';

/** What a outbox file holds. */
export interface DecodedLines {
  readonly settlements: readonly Settlement[];
  /** Lines whose sum is wrong: most often the last one, of a process that died while it wrote. */
  readonly damaged: number;
}

/** One settlement in a line, behind the CRC-32 of its text in eight hexadecimal digits. */
export function encodeLine(settlement: Settlement): string {
  const text = JSON.stringify(settlement);
  return `${sumOf(text)} ${text}\n`;
}

export function decodeLines(content: string): DecodedLines {
  const lines = content.split('\n').filter((line) => line !== '');
  const good = lines.filter((line) => line.slice(0, 9) === `${sumOf(line.slice(9))} `);
  return {
    // The sum says that we wrote it, and we write nothing else.
    settlements: good.map((line) =>
      upgrade(JSON.parse(renameAmounts(line.slice(9))) as OldSettlement),
    ),
    damaged: lines.length - good.length,
  };
}

const newNames: Readonly<Record<string, string>> = {
  nanos: 'nanoUsd',
  listNanos: 'listNanoUsd',
  chargedNanos: 'chargedNanoUsd',
};

/**
 * Earlier versions wrote amounts without their unit. A quote within a JSON string is escaped, so only
 * names of fields are found.
 */
function renameAmounts(json: string): string {
  return json.replaceAll(
    /"(nanos|listNanos|chargedNanos)":/g,
    (_, name: string) => `"${newNames[name] ?? name}":`,
  );
}

/** A line may be one of an earlier version, which wrote nothing of the attempts. */
type OldSettlement = Omit<Settlement, 'record'> & {
  readonly record: Omit<Settlement['record'], 'attemptRecords'> &
    Partial<Pick<Settlement['record'], 'attemptRecords'>>;
};

function upgrade({ record, ...settlement }: OldSettlement): Settlement {
  return { ...settlement, record: { ...record, attemptRecords: record.attemptRecords ?? [] } };
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
