import { describe, expect, it } from 'vitest';
import { assembleReply } from '../canonical/assemble.ts';
import type { JsonObject } from '../json/value.ts';
import type { Part } from '../canonical/part.ts';
import { codecs } from '../dialects.ts';
import { decodeStream } from '../testing/wire.ts';

function citationsOf(parts: readonly Part[] | undefined): unknown {
  return parts?.map((part) => ('citations' in part ? part.citations : undefined));
}

const url = 'https://a.example/';
const zurich = { url, start: 0, end: 6 };
const basel = { url, start: 6, end: 11 };

describe('a reply of two texts around a call, with citations at the end', () => {
  const { decodeReply } = codecs['gemini-generate'];
  const parts = [
    { text: 'Zürich is big.' },
    { functionCall: { id: 'c1', name: 'look', args: {} } },
    { text: 'So is Basel.' },
  ];
  const cite = (...spans: (readonly [number, number])[]): JsonObject => ({
    candidates: [
      {
        content: { parts: [] },
        finishReason: 'STOP',
        citationMetadata: {
          citations: spans.map(([startIndex, endIndex]) => ({ uri: url, startIndex, endIndex })),
        },
      },
    ],
  });
  const chunks = [
    ...parts.map((part) => ({ candidates: [{ content: { parts: [part] } }] })),
    cite([0, 7], [21, 26]),
  ];
  const shown = [[zurich], undefined, [basel]];

  it('cites each text by its own offsets', () => {
    const [candidate] = cite([0, 7], [21, 26])['candidates'] as JsonObject[];
    const body = { candidates: [{ ...candidate, content: { parts } }] };
    const { value } = decodeReply(body, { vendor: 'google' });
    expect(citationsOf(value.choices[0]?.parts)).toEqual(shown);
  });

  it('does the same when it is streamed', () => {
    const frames = chunks.map((chunk) => ({ data: JSON.stringify(chunk) }));
    const reply = assembleReply(decodeStream(codecs['gemini-generate'], frames, 'google'));
    expect(citationsOf(reply.choices[0]?.parts)).toEqual(shown);
  });

  it('cuts a source at the end of the text it begins in', () => {
    const [candidate] = cite([0, 26])['candidates'] as JsonObject[];
    const body = { candidates: [{ ...candidate, content: { parts } }] };
    const { value } = decodeReply(body, { vendor: 'google' });
    expect(citationsOf(value.choices[0]?.parts)).toEqual([
      [{ url, start: 0, end: 14 }],
      undefined,
      undefined,
    ]);
  });

  it('is given by a chat upstream, too', () => {
    const chunk = (delta: JsonObject, finish: string | null = null) => ({
      data: JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] }),
    });
    const call = { index: 0, id: 'c1', function: { name: 'look', arguments: '{}' } };
    const annotations = [
      { type: 'url_citation', url_citation: { url, start_index: 0, end_index: 6 } },
      { type: 'url_citation', url_citation: { url, start_index: 20, end_index: 25 } },
    ];
    const frames = [
      chunk({ content: 'Zürich is big.' }),
      chunk({ tool_calls: [call] }),
      chunk({ content: 'So is Basel.' }),
      chunk({ annotations }),
      chunk({}, 'tool_calls'),
      { data: '[DONE]' },
    ];
    const reply = assembleReply(decodeStream(codecs['openai-chat'], frames, 'openai'));
    expect(citationsOf(reply.choices[0]?.parts)).toEqual(shown);
  });
});
