import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReply } from '../canonical/assemble.ts';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import type { Part } from '../canonical/part.ts';
import { noUsage, type Usage } from '../canonical/usage.ts';
import type { ObserverTarget } from '../codec.ts';
import { codecOf } from '../dialects.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject } from '../json/value.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import { writeFrame, type SseFrame } from '../sse/frame.ts';
import { streamedReply } from '../testing/event-streams.ts';
import { lints } from '../testing/lints.ts';
import { readOfficially } from '../testing/official-readers.ts';
import { decodeStream, encodeStream } from '../testing/wire.ts';

const usage: Usage = { ...noUsage, input: 40, output: 7 };

/** How many answers side by side a stream of each dialect may hold here. */
const choices: Readonly<Record<DialectId, number>> = {
  'openai-chat': 2,
  'anthropic-messages': 1,
  'gemini-generate': 2,
  'openai-responses': 1,
};
const dialects = dialectIds.map((dialect) => [dialect, choices[dialect]] as const);

interface Cut {
  /** Everything that the caller got. */
  readonly frames: readonly SseFrame[];
}

function startObserver(dialect: DialectId) {
  const passed = { output: '', reasoning: '' };
  const target: ObserverTarget = {
    model: 'call-name',
    includeUsage: true,
    mayBeCut: true,
    onText: (texts, kind) => {
      passed[kind] += texts;
    },
  };
  return { observer: codecOf(dialect).createStreamObserver(target), passed };
}

/** Lets some frames pass and ends the stream; `undefined` where it ends by itself before. */
function cutAfter(dialect: DialectId, frames: readonly SseFrame[], count: number): Cut | undefined {
  const { observer } = startObserver(dialect);
  let text = '';
  for (const frame of frames.slice(0, count)) {
    const step = observer.push({ ...frame, raw: writeFrame(frame) });
    if (step.action === 'relay') text += step.text;
    else if (step.action !== 'drop') return undefined;
  }
  if (!observer.started) return undefined;
  const parser = createFrameParser();
  const relayed = parser.push(new TextEncoder().encode(text + observer.cut(usage)));
  return { frames: [...relayed, ...parser.end()] };
}

function textOfPart(part: Part | undefined): string {
  if (part?.type === 'call') return part.arguments;
  return part !== undefined && 'text' in part ? part.text : '';
}

describe.each(dialects)('a %s stream that is ended early', (dialect, maxChoices) => {
  it('is valid for clients at every cut, with the finish reason and the usage', () => {
    fc.assert(
      fc.property(
        streamedReply({ maxChoices }),
        fc.nat({ max: 60 }),
        ({ reply, events }, count) => {
          const cut = cutAfter(dialect, encodeStream(codecOf(dialect), events), count);
          if (cut === undefined) return;
          expect(lints[dialect](cut.frames)).toEqual([]);
          const seen = assembleReply(decodeStream(codecOf(dialect), cut.frames, 'v'));
          for (const { index, parts } of seen.choices) {
            const whole = reply.choices[index]?.parts ?? [];
            parts.forEach((part, place) => {
              expect(whole[place]?.type).toBe(part.type);
              // A call that had not said anything yet reads as one without arguments.
              const texts = textOfPart(part);
              if (texts !== '{}') expect(textOfPart(whole[place])).toContain(texts);
            });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('ends with the same frames when nobody reads its text', () => {
    fc.assert(
      fc.property(streamedReply({ maxChoices }), ({ events }) => {
        const frames = encodeStream(codecOf(dialect), events).slice(0, -2);
        const target = { model: 'call-name', includeUsage: true, mayBeCut: true };
        const observers = [target, { ...target, onText: () => undefined }].map((each) =>
          codecOf(dialect).createStreamObserver(each),
        );
        const ends = observers.map((observer) => {
          for (const frame of frames) observer.push({ ...frame, raw: writeFrame(frame) });
          return observer.cut(usage);
        });
        expect(ends[0]).toBe(ends[1]);
      }),
      { numRuns: 20 },
    );
  });

  it('passes all text to onText, and nothing else', () => {
    fc.assert(
      fc.property(streamedReply(), ({ reply, events }) => {
        const frames = encodeStream(codecOf(dialect), events);
        const { observer, passed } = startObserver(dialect);
        for (const frame of frames) observer.push({ ...frame, raw: writeFrame(frame) });
        const parts = reply.choices.flatMap((choice) => choice.parts);
        const thoughts = parts.map((part) => (part.type === 'reasoning' ? part.text : ''));
        expect(passed.reasoning).toBe(thoughts.join(''));
        for (const part of parts) {
          if (part.type === 'text') expect(passed.output).toContain(part.text);
          if (part.type === 'call') expect(passed.output).toContain(part.name);
        }
      }),
    );
  });

  it('is a truncated answer with its usage to a decoder', () => {
    const events = [
      { type: 'reply-start' },
      { type: 'part-start', index: 0, choice: 0, part: { type: 'text' } },
      { type: 'part-delta', index: 0, text: 'One.' },
      { type: 'part-delta', index: 0, text: ' Two.' },
      { type: 'part-end', index: 0 },
      { type: 'finish', choice: 0, finish: { reason: 'stop' } },
      { type: 'reply-end' },
    ] as const;
    const frames = encodeStream(codecOf(dialect), events);
    const spoken = frames.findIndex(({ data }) => data.includes('One.'));
    const cut = cutAfter(dialect, frames, spoken + 1);
    const seen = assembleReply(decodeStream(codecOf(dialect), cut?.frames ?? [], 'v'));
    expect(seen.choices).toMatchObject([
      { parts: [{ type: 'text', text: 'One.' }], finish: { reason: 'length' } },
    ]);
    expect(seen.usage).toEqual(usage);
  });

  it('is read to its end by the official client', async () => {
    const events = [
      { type: 'reply-start' },
      { type: 'part-start', index: 0, choice: 0, part: { type: 'reasoning' } },
      { type: 'part-delta', index: 0, text: 'Hm.' },
      { type: 'part-end', index: 0 },
      { type: 'part-start', index: 1, choice: 0, part: { type: 'text' } },
      { type: 'part-delta', index: 1, text: 'One.' },
      { type: 'part-delta', index: 1, text: ' Two.' },
      { type: 'part-end', index: 1 },
      { type: 'finish', choice: 0, finish: { reason: 'stop' } },
      { type: 'reply-end' },
    ] as const;
    const frames = encodeStream(codecOf(dialect), events);
    const spoken = frames.findIndex(({ data }) => data.includes('One.'));
    const cut = cutAfter(dialect, frames, spoken + 1);
    expect((await readOfficially(dialect, cut?.frames ?? [])).text).toBe('One.');
  });
});

describe('a Responses stream that is ended early', () => {
  it('numbers all its events without a gap', () => {
    fc.assert(
      fc.property(
        streamedReply({ maxChoices: 1 }),
        fc.nat({ max: 60 }),
        fc.nat({ max: 9 }),
        ({ events }, count, first) => {
          const frames = encodeStream(codecOf('openai-responses'), events);
          const shifted = frames.map((frame) => ({ ...frame, data: shift(frame.data, first) }));
          const cut = cutAfter('openai-responses', shifted, count);
          const numbers = (cut?.frames ?? []).flatMap(({ data }) => numberOf(data) ?? []);
          expect(numbers).toEqual(numbers.map((_, at) => first + at));
          expect(numbers.length).toBe(cut?.frames.filter(({ data }) => data !== '').length ?? 0);
        },
      ),
    );
  });
});

/** Upstreams may count from any number. */
function shift(data: string, first: number): string {
  const number = numberOf(data);
  return number === undefined
    ? data
    : data.replace(/"sequence_number":\d+/, `"sequence_number":${number + first}`);
}

function numberOf(data: string): number | undefined {
  const event = parseJson(data);
  const number = isJsonObject(event) ? event['sequence_number'] : undefined;
  return typeof number === 'number' ? number : undefined;
}
