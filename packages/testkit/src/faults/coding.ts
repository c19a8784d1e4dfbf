/** Responses with a compressed body, valid and invalid. */
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { mapFrames, readContent, withHeaders } from '../answer.ts';
import { send } from '../behaviour.ts';
import type { Answer } from '../behaviour.ts';

/** Magic number, deflate, no flags, no time, unknown system (RFC 1952 §2.3). */
const gzipHead = Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** A last, empty block with fixed codes (RFC 1951 §3.2.3). */
const lastBlock = [0x03, 0x00];
const mebibyte = 1024 * 1024;

/** Compresses bytes so that they end at a byte boundary and refer to nothing before them. */
function compressPart(bytes: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
}

function gzipTail(checksum: number, length: number): Uint8Array {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(checksum, 0);
  tail.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([Buffer.from(lastBlock), tail]);
}

function markCoded(answer: Answer, coding: string): Answer {
  return withHeaders(answer, { 'content-encoding': coding });
}

/** Compresses the whole content at once. Removes the delays and holds within it. */
export function gzipWhole(answer: Answer): Answer {
  return { ...markCoded(answer, 'gzip'), body: [send(gzipSync(readContent(answer)))] };
}

/** Compresses the content twice. */
export function gzipTwice(answer: Answer): Answer {
  const once = gzipSync(readContent(answer));
  return { ...markCoded(answer, 'gzip, gzip'), body: [send(gzipSync(once))] };
}

/** One compressed stream in which every frame can be decoded as soon as it arrives. */
export function gzipStream(answer: Answer): Answer {
  let checksum = 0;
  let length = 0;
  const coded = mapFrames(markCoded(answer, 'gzip'), (bytes) => {
    checksum = crc32(bytes, checksum);
    length += bytes.length;
    return [send(compressPart(bytes))];
  });
  return { ...coded, body: [send(gzipHead), ...coded.body, send(gzipTail(checksum, length))] };
}

/**
 * A body that decompresses to `mebibytes` from about a thousandth of that size: one long line of spaces
 * before the content.
 */
export function gzipBomb(answer: Answer, mebibytes: number): Answer {
  const block = Buffer.alloc(mebibyte, ' ');
  const content = readContent(answer);
  let checksum = 0;
  for (let count = 0; count < mebibytes; count += 1) checksum = crc32(block, checksum);
  const tail = gzipTail(crc32(content, checksum), mebibytes * mebibyte + content.length);
  return {
    ...markCoded(answer, 'gzip'),
    body: [
      send(gzipHead),
      { step: 'repeat', bytes: compressPart(block), times: mebibytes },
      send(compressPart(content)),
      send(tail),
    ],
  };
}

/** Declares a compression that the body does not have. */
export function falseCoding(answer: Answer): Answer {
  return markCoded(answer, 'gzip');
}
