import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../../canonical/dialect.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Note } from '../../../canonical/note.ts';
import { codecs } from '../../../dialects.ts';
import { receiveRequest, translateRequest } from '../../../testing/translation.ts';
import { statefulTargets } from '../../../testing/upstreams.ts';
import { anthropicMessages } from '../codec.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk';
const image: JsonObject = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: pixel },
};

function documentOf(content: JsonObject[], fields: JsonObject = {}): JsonObject {
  return { type: 'document', source: { type: 'content', content }, ...fields };
}

const mixed = documentOf([{ type: 'text', text: 'Page one.' }, image], {
  title: 'Report',
  context: 'Of last year.',
  cache_control: { type: 'ephemeral' },
});

function requestOf(...content: JsonObject[]): JsonObject {
  return { model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] };
}

function resultOf(...content: JsonObject[]): JsonObject {
  return {
    model: 'm',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Read it.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content }] },
    ],
  };
}

function partsOf(body: JsonObject) {
  const { value, notes } = receiveRequest(anthropicMessages, body);
  return { parts: value.turns.at(-1)?.parts ?? [], notes };
}

function translate(body: JsonObject, dialect: DialectId) {
  const upstream = { codec: codecs[dialect], target: statefulTargets[dialect] };
  return translateRequest(anthropicMessages, body, upstream);
}

/** The notes on cache marks, which not every upstream takes. */
function unmarked(notes: readonly Note[]): readonly Note[] {
  return notes.filter(({ action, path }) => action === 'dropped' && path.endsWith('cache'));
}

const others = ['openai-chat', 'gemini-generate', 'openai-responses'] as const;

describe('a document of texts and images', () => {
  it('becomes its title and context, its texts and its images', () => {
    expect(partsOf(requestOf(mixed))).toMatchObject({
      parts: [
        { type: 'text', text: 'Report\nOf last year.' },
        { type: 'text', text: 'Page one.' },
        {
          type: 'media',
          kind: 'image',
          source: { by: 'bytes', base64: pixel },
          cache: { lifetime: '5m' },
        },
      ],
      notes: [],
    });
  });

  it('may have neither title nor text', () => {
    expect(partsOf(requestOf(documentOf([image]))).parts).toMatchObject([
      { type: 'media', kind: 'image' },
    ]);
  });

  it('notes the blocks that no other format has', () => {
    const odd = documentOf([image, { type: 'hologram' }, { type: 'image', source: { type: 'x' } }]);
    const { parts, notes } = partsOf(requestOf(odd));
    expect(parts).toHaveLength(1);
    expect(notes).toMatchObject([{ action: 'dropped' }, { action: 'dropped' }]);
    expect(notes[0]?.path).toBe('messages[0].content[0].source.content');
  });

  it('notes the fields of its blocks that no other format has', () => {
    const sized = { ...image, transformations: { oversized_image: 'error' } };
    const { notes } = partsOf(requestOf(documentOf([sized])));
    const path = 'messages[0].content[0].source.content.transformations';
    expect(notes).toMatchObject([{ path, action: 'dropped' }]);
  });

  it('notes its other options', () => {
    const cited = documentOf([image], { citations: { enabled: true } });
    const { notes } = translate(requestOf(cited), 'openai-chat');
    expect(notes.map(({ path, action }) => `${action} ${path}`)).toContain(
      'dropped turns[0].parts[0].citations',
    );
  });

  it.each(others)('is sent to %s upstreams with both, and a note that it is split', (dialect) => {
    for (const body of [requestOf(mixed), resultOf(mixed)]) {
      const { value, notes } = translate(body, dialect);
      const sent = JSON.stringify(value.body);
      for (const word of ['Report', 'Of last year.', 'Page one.', pixel]) {
        expect(sent.split(word)).toHaveLength(2);
      }
      expect(notes).toContainEqual(
        expect.objectContaining({
          action: 'moved',
          reason: 'One block became several parts.',
        }),
      );
      expect(notes.filter(({ action }) => action === 'dropped')).toEqual(unmarked(notes));
    }
  });

  it.each([requestOf(mixed), resultOf(mixed), requestOf(documentOf([image]), mixed)])(
    'goes back to its own format as it was %#',
    (body) => {
      const { value } = translate(body, 'anthropic-messages');
      const documents = JSON.stringify(value.body).split('"type":"document"').length - 1;
      expect(JSON.stringify(value.body)).toContain(JSON.stringify(mixed));
      expect(documents).toBe(JSON.stringify(body).split('"type":"document"').length - 1);
      expect(JSON.stringify(value.body)).not.toContain('Report\\nOf last year.');
    },
  );

  it('stays one part without images', () => {
    const plain = documentOf([{ type: 'text', text: 'a' }], { title: 'T' });
    expect(partsOf(requestOf(plain)).parts).toMatchObject([
      { type: 'media', kind: 'document', source: { by: 'text', text: 'a' }, name: 'T' },
    ]);
  });

  it.each(['Page one.', [{ type: 'text', text: 'Page one.' }]])(
    'is sent without a loss if it is %j',
    (content) => {
      const block = { type: 'document', source: { type: 'content', content } };
      const { value, notes } = translate(requestOf(block), 'openai-chat');
      expect(JSON.stringify(value.body)).toContain('Page one.');
      const reason =
        'Only the anthropic-messages format has the type content; the nearest one was sent.';
      expect(notes).toEqual([{ path: 'turns[0].parts[0]', action: 'approximated', reason }]);
      const back = translate(requestOf(block), 'anthropic-messages').value.body;
      expect(back['messages']).toEqual([{ role: 'user', content: [block] }]);
    },
  );
});
