import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import type { MediaPart } from '../../../canonical/part.ts';
import { encodeMedia } from './media.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk';
const webp = btoa('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ');

function encode(part: Omit<MediaPart, 'type'>) {
  const notes = new NoteBook();
  return {
    block: encodeMedia({ type: 'media', ...part }, { path: 'p', notes }),
    notes: notes.notes,
  };
}

const bytes = (mediaType: string, base64: string) => ({ by: 'bytes', mediaType, base64 }) as const;

describe('encodeMedia', () => {
  it.each<[string, Omit<MediaPart, 'type'>]>([
    ['sound', { kind: 'audio', source: bytes('audio/wav', 'AAAA') }],
    ['film', { kind: 'video', source: { by: 'url', url: 'https://a.example/a.mp4' } }],
    ['an image of another kind', { kind: 'image', source: bytes('image/bmp', 'Qk0=') }],
    ['a document of another kind', { kind: 'document', source: bytes('application/zip', 'UEs=') }],
    ['a broken text document', { kind: 'document', source: bytes('text/plain', '%%') }],
    [
      'a file of a stranger',
      { kind: 'image', source: { by: 'file', id: 'file-1', vendor: 'openai' } },
    ],
  ])('leaves out %s, with a note', (_, part) => {
    const { block, notes } = encode(part);
    expect(block).toBeUndefined();
    expect(notes).toMatchObject([{ path: 'p', action: 'dropped' }]);
  });

  it.each([
    ['image/jpg', '/9j/4AAQ', 'image/jpeg'],
    ['image/jpeg', pixel, 'image/png'],
    ['application/octet-stream', webp, 'image/webp'],
    ['image/gif', 'unknown', 'image/gif'],
  ])('believes the bytes more than the label %s', (label, data, media_type) => {
    expect(encode({ kind: 'image', source: bytes(label, data) }).block).toEqual({
      type: 'image',
      source: { type: 'base64', media_type, data },
    });
  });

  it('keeps URLs as URLs', () => {
    const source = { by: 'url', url: 'https://a.example/a.png' } as const;
    expect(encode({ kind: 'image', source, detail: 'low' })).toMatchObject({
      block: { type: 'image', source: { type: 'url', url: 'https://a.example/a.png' } },
      notes: [{ path: 'p.detail' }],
    });
  });

  it.each(['image', 'document'] as const)('refers to its own files: %s', (kind) => {
    const source = { by: 'file', id: 'file_1', vendor: 'anthropic' } as const;
    expect(encode({ kind, source })).toEqual({
      block: { type: kind, source: { type: 'file', file_id: 'file_1' } },
      notes: [],
    });
  });

  it('writes documents with title, context and cache mark', () => {
    const { block } = encode({
      kind: 'document',
      source: bytes('application/pdf', 'JVBERi0='),
      name: 'Log',
      context: 'of the ship',
      cache: { lifetime: '1h' },
    });
    expect(block).toEqual({
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
      title: 'Log',
      context: 'of the ship',
      cache_control: { type: 'ephemeral', ttl: '1h' },
    });
  });

  it('reads text documents', () => {
    const source = bytes('text/csv; charset=utf-8', btoa('a,b'));
    expect(encode({ kind: 'document', source }).block).toMatchObject({
      source: { type: 'text', media_type: 'text/plain', data: 'a,b' },
    });
  });
});
