import { describe, expect, it } from 'vitest';
import { writeFrame, writeFrames } from './frame.ts';

describe('writeFrame', () => {
  it('splits data at every kind of line break', () => {
    const written = writeFrame({ data: 'a\nevent: x\r\ndata: y\r\n\r\rz' });
    expect(writeFrame({ data: 'a\rb' })).toBe('data: a\ndata: b\n\n');
    expect(written).toBe('data: a\ndata: event: x\ndata: data: y\ndata: \ndata: \ndata: z\n\n');
  });

  it('puts the event name first', () => {
    expect(writeFrame({ event: 'ping', data: '{}' })).toBe('event: ping\ndata: {}\n\n');
  });

  it('writes empty data', () => {
    expect(writeFrame({ data: '' })).toBe('data: \n\n');
  });
});

describe('writeFrames', () => {
  it('writes records one after another', () => {
    expect(writeFrames([{ data: 'a' }, { event: 'b', data: 'c' }])).toBe(
      'data: a\n\nevent: b\ndata: c\n\n',
    );
    expect(writeFrames([])).toBe('');
  });
});
