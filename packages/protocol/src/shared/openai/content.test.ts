import { describe, expect, it } from 'vitest';
import type { CacheMark, MediaPart, Part, ResultPart } from '../../canonical/part.ts';
import { codecs } from '../../dialects.ts';
import { overrideProfile } from '../../profiles/guess.ts';
import { targetOf } from '../../testing/upstreams.ts';
import { isJsonObject, type JsonValue } from '../../json/value.ts';
import { decodeFileData, plainText, readDataUrl } from './content.ts';

/** The marks in a body, in their order. */
function marksIn(value: JsonValue | undefined): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(marksIn);
  if (!isJsonObject(value)) return [];
  const { prompt_cache_breakpoint: mark, ...others } = value;
  return [...(mark === undefined ? [] : [mark]), ...Object.values(others).flatMap(marksIn)];
}

const plain = { mode: 'explicit' };
const text = (lifetime: CacheMark['lifetime']): Part => ({
  type: 'text',
  text: 'Hi',
  cache: { lifetime },
});
const image: MediaPart = {
  type: 'media',
  kind: 'image',
  source: { by: 'url', url: 'https://i.example/a.png' },
  cache: { lifetime: '5m' },
};

type Result = Pick<ResultPart, 'content' | 'cache' | 'isError'>;

interface Upstream {
  readonly dialect: 'openai-chat' | 'openai-responses';
  readonly cacheMarks: boolean;
}

function encode(
  { dialect, cacheMarks }: Upstream,
  parts: Part[],
  result: Result = { content: [] },
) {
  const target = targetOf('gpt-6', 'openai');
  const { value, notes } = codecs[dialect].encodeRequest(
    {
      model: 'm',
      stream: false,
      includeUsage: false,
      turns: [
        { role: 'instruction', parts: [text('5m')] },
        { role: 'user', parts },
        { role: 'assistant', parts: [{ type: 'call', id: 'c', name: 'f', arguments: '{}' }] },
        { role: 'result', parts: [{ type: 'result', callId: 'c', ...result }] },
      ],
      tools: [],
      sampling: {},
    },
    { ...target, profile: overrideProfile(target.profile, { cacheMarks }) },
  );
  return { body: value.body, notes };
}

describe.each(['openai-chat', 'openai-responses'] as const)('cache marks in %s', (dialect) => {
  it('are set on instructions and on text and media of the user', () => {
    const { body, notes } = encode({ dialect, cacheMarks: true }, [text('5m'), image]);
    expect(marksIn(body)).toEqual([plain, plain, plain]);
    expect(notes).toEqual([]);
  });

  it('keep the lifetimes of the vendor', () => {
    const { body, notes } = encode({ dialect, cacheMarks: true }, [text('30m'), text('12h')]);
    expect(marksIn(body)).toEqual([plain, { ...plain, ttl: '30m' }, { ...plain, ttl: '12h' }]);
    expect(notes).toEqual([]);
  });

  it('are set in and at the end of a result, also of one that failed', () => {
    const content: Part[] = [text('30m'), { type: 'text', text: 'Bye' }];
    const cache = { lifetime: '12h' } as const;
    const { body } = encode({ dialect, cacheMarks: true }, [image], {
      content,
      cache,
      isError: true,
    });
    const marks = [plain, plain, { ...plain, ttl: '30m' }, { ...plain, ttl: '12h' }];
    expect(marksIn(body)).toEqual(marks);
    expect(JSON.stringify(body)).toContain('"Error: Hi"');
  });

  it('leave a note on a result without content', () => {
    const { notes } = encode({ dialect, cacheMarks: true }, [image], {
      content: [],
      cache: { lifetime: '5m' },
    });
    expect(notes).toMatchObject([{ path: 'turns[3].cache', action: 'dropped' }]);
  });

  it('add a note when the requested lifetime is not available', () => {
    const { notes } = encode({ dialect, cacheMarks: true }, [text('1h')]);
    expect(notes).toContainEqual(
      expect.objectContaining({ path: 'turns[1].parts[0].cache', action: 'approximated' }),
    );
  });

  it('are omitted, with a note for each, where the model accepts none', () => {
    const { body, notes } = encode({ dialect, cacheMarks: false }, [text('5m'), image]);
    expect(marksIn(body)).toEqual([]);
    expect(notes.map(({ path }) => path)).toEqual([
      'turns[0].parts[0].cache',
      'turns[1].parts[0].cache',
      'turns[1].parts[1].cache',
    ]);
  });
});

describe('file data without its type', () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const unknown = 'application/octet-stream';

  it.each([
    ['JVBERi0=', 'a.docx', 'application/pdf'],
    ['iVBORw0KGgo=', '', 'image/png'],
    ['UEs=', 'a.b.DOCX', word],
    ['PHA+', 'a.html', 'text/html'],
    ['SGk=', 'a.csv', 'text/plain'],
    ['UEs=', 'a.xyz', unknown],
    ['UEs=', 'a.constructor', unknown],
    ['UEs=', 'report', 'application/pdf'],
  ])('gets the type that its start or its name shows: %s in %j', (data, name, mediaType) => {
    expect(decodeFileData(data, name)).toEqual({ by: 'bytes', mediaType, base64: data });
  });

  it('keeps the type of a data URL', () => {
    const url = 'data:application/zip;base64,UEs=';
    const expected = { by: 'bytes', mediaType: 'application/zip', base64: 'UEs=' };
    expect(decodeFileData(url, 'a.docx')).toEqual(expected);
  });
});

it.each([
  ['DATA: Image/PNG ;charset=x; BASE64 ,AAAA', 'image/png'],
  ['data:;base64,AAAA', 'application/octet-stream'],
  ['data:image/png;base64', undefined],
  [`data:image/png${';a=b'.repeat(10)};base64,AAAA`, undefined],
])('the data URL %s has the type %s', (url, mediaType) => {
  expect(readDataUrl(url)).toEqual(mediaType && { mediaType, base64: 'AAAA' });
});

describe('plainText', () => {
  const base64 = btoa('{"a":1}');

  it.each(['text/plain', 'text/markdown', 'text/csv', 'text/x-python', 'application/json'])(
    'reads a document of the type %s',
    (mediaType) => {
      const source = { by: 'bytes', mediaType, base64 } as const;
      expect(plainText({ type: 'media', kind: 'document', source })).toBe('{"a":1}');
    },
  );

  it.each([
    ['document', 'application/pdf', base64],
    ['document', 'text/plain', '/w=='],
    ['image', 'text/plain', base64],
  ] as const)('leaves this %s of the type %s a file: %s', (kind, mediaType, data) => {
    const source = { by: 'bytes', mediaType, base64: data } as const;
    expect(plainText({ type: 'media', kind, source })).toBeUndefined();
  });
});
