import { describe, expect, it } from 'vitest';
import { readContent } from '../answer.ts';
import { cutFrames, readFrames, writeFrame } from './frames.ts';
import { rawStream } from './raw.ts';

describe('cutFrames', () => {
  it.each(['\n', '\r\n', '\r'])('splits after empty lines that end with %j', (end) => {
    const frames = [`data: 1${end}${end}`, `event: a${end}data: 2${end}${end}`, 'data: rest'];
    expect(cutFrames(frames.join(''))).toEqual(frames);
  });

  it('loses no byte of a recording, valid or not', () => {
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0xff, 10, 10, 0xc3, 13, 10, 13, 10, 0x28]);
    expect(Buffer.from(readContent(rawStream(bytes)))).toEqual(Buffer.from(bytes));
  });
});

describe('readFrames', () => {
  it('leaves out a record without its empty line, comments and records without data', () => {
    expect(readFrames(': c\n\nevent: a\n\ndata: 1\n\ndata: 2\n')).toEqual([{ data: '1' }]);
  });

  it('reads the three line ends, a byte order mark, missing spaces and several lines', () => {
    expect(readFrames('\uFEFFdata:1\r\n\r\nevent:a\rdata: 2\rdata:  3\r\rid: 4\ndata\n\n')).toEqual(
      [{ data: '1' }, { event: 'a', data: '2\n 3' }, { data: '' }],
    );
  });

  it('reads what was written', () => {
    const frame = { event: 'a', data: 'one\ntwo' };
    expect(readFrames(writeFrame(frame))).toEqual([frame]);
  });
});
