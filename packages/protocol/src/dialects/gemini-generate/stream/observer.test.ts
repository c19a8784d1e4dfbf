import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import { noUsage } from '../../../canonical/usage.ts';
import type { ObserverStep, ObserverTarget } from '../../../codec.ts';
import { framesOf, readRecording } from '../../../testing/recordings.ts';
import { encodeUsage } from '../usage.ts';
import { createStreamObserver } from './observer.ts';

const readFixture = (name: string) => readRecording('gemini-generate', name);
const target: ObserverTarget = { model: 'm', includeUsage: true };

function watchText(text: string) {
  const observer = createStreamObserver(target);
  const steps: ObserverStep[] = [
    ...framesOf(text).map((frame) => observer.push(frame)),
    observer.end(),
  ];
  const shown = steps.map((step) => (step.action === 'drop' ? '' : step.text)).join('');
  return { observer, shown, steps, actions: steps.map(({ action }) => action), last: steps.at(-1) };
}

function watch(name: string) {
  return watchText(readFixture(name));
}

describe('a broken stream', () => {
  it.each(['cut-midway', 'cut-in-one-candidate', 'cut-inside-frame'])('%s fails', (name) => {
    const { steps, shown, observer } = watch(name);
    expect(steps.find(({ action }) => action === 'fail')).toMatchObject({
      action: 'fail',
      error: { code: 'upstream-unavailable', reason: 'stream_interrupted' },
    });
    expect(shown).toMatch(/\n\ndata: \{"error":\{"code":503,[^\n]*\}\n\n$/);
    expect(observer.started).toBe(true);
  });

  it('fails at an event that is named as an error and is not JSON', () => {
    expect(watchText('event: error\ndata: It broke.\n\n').actions).toEqual(['fail', 'drop']);
  });

  it('without any event fails as well', () => {
    expect(watchText('').last).toMatchObject({ action: 'fail' });
    expect(watchText('').observer.started).toBe(false);
  });

  it('shows the upstream’s error without a name and nothing after it', () => {
    const { shown, actions } = watch('error-with-a-name');
    expect(actions).toEqual(['relay', 'fail', 'drop']);
    expect(shown).not.toContain('event:');
    expect(shown).toContain(
      'data: {"error":{"code":503,"message":"Gone.","status":"UNAVAILABLE"}}\n\n',
    );
  });

  it('unwraps an error in a list and keeps its details', () => {
    const { shown } = watch('error-in-a-list');
    expect(shown).toMatch(/data: \{"error":\{"code":429,.*"retryDelay":"12.5s"/);
  });

  it('hides the upstream’s message about our key', () => {
    const { shown } = watch('error-about-the-key');
    expect(shown).not.toMatch(/API.?key/i);
    expect(shown).toMatch(/^data: \{"error":\{"code":503/);
  });

  it('that the gateway ends has an error frame', () => {
    const text = createStreamObserver(target).fail(new GatewayError('internal', 'Sorry.'));
    expect(text).toMatch(
      /^data: \{"error":\{"code":500,"message":"Internal server error: Sorry.","status":"INTERNAL"/,
    );
  });

  it('of another format fails', () => {
    const { actions } = watchText('data: {"type":"ping"}\n\n'.repeat(1_001));
    expect(actions.slice(-2)).toEqual(['fail', 'drop']);
  });
});

describe('a whole stream', () => {
  it.each(['text', 'signature-on-first-call', 'unknown-part', 'several-candidates', 'grounding'])(
    '%s passes unchanged',
    (name) => {
      const { shown, last, observer } = watch(name);
      expect(shown).toBe(readFixture(name));
      expect(last).toMatchObject({ action: 'end' });
      expect(observer.started).toBe(true);
    },
  );

  it('is recognized by its finish reasons, or by a blocked prompt', () => {
    expect(watch('prompt-blocked').last).toMatchObject({ action: 'end' });
    expect(watch('prompt-blocked').observer.started).toBe(false);
  });

  it('delays the frame that completes it until the upstream has closed', () => {
    const { last } = watch('text');
    expect(last?.action === 'end' && last.text).toContain('"finishReason":"STOP"');
  });

  it('returns its usage, as reported last', () => {
    expect(watch('text').observer.usage).toMatchObject({ input: 9, output: 7 });
    expect(watch('usage-in-a-chunk-of-its-own').observer.usage).toMatchObject({
      input: 6,
      output: 1,
    });
    expect(watch('thoughts-only-in-total').observer.usage).toMatchObject({ input: 7, output: 395 });
  });

  it('has its data on one line and nothing else', () => {
    const noisy = `: comment\nevent: chunk\nid: 7\n${readFixture('indented-data')}`;
    const { shown, last } = watchText(noisy);
    expect(shown).toMatch(/^data: \{[^\n]*\}\n\n$/);
    expect(JSON.parse(shown.slice('data: '.length))).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
    });
    expect(last).toMatchObject({ action: 'end' });
  });

  it('drops malformed frames, end marks of other formats and raw line separators', () => {
    expect(watch('garbage-between').actions).toEqual([
      'relay',
      'drop',
      'drop',
      'drop',
      'drop',
      'end',
    ]);
    expect(watch('done-mark').shown).not.toContain('DONE');
    const text = readFixture('text').replace('Guten', 'a\u2028b');
    expect(watchText(text).shown).toContain('a\\u2028b');
  });
});

describe('what a chunk says', () => {
  function hear(...parts: readonly object[]) {
    const heard: string[] = [];
    const observer = createStreamObserver({
      ...target,
      onText: (text, kind) => heard.push(`${kind}: ${text}`),
    });
    const data = JSON.stringify({ candidates: [{ content: { role: 'model', parts } }] });
    observer.push({ data });
    return { heard, started: observer.started };
  }

  it('is counted also where the arguments of a call are streamed', () => {
    const partialArgs = [{ jsonPath: '$.room', stringValue: 'Kitchen', willContinue: true }];
    const { heard } = hear(
      { functionCall: { name: 'paint', willContinue: true } },
      { functionCall: { partialArgs, willContinue: true } },
    );
    expect(heard).toEqual([
      'output: ["paint",null]',
      `output: [null,${JSON.stringify(partialArgs)}]`,
    ]);
  });

  it('is counted once, by its kind', () => {
    const { heard } = hear(
      { text: 'Hm.', thought: true },
      { text: 'Hi', thought: false },
      { functionCall: { name: 'f', args: { a: 1 } } },
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
    );
    expect(heard).toEqual([
      'reasoning: Hm.',
      'output: Hi',
      'output: ["f",{"a":1}]',
      'output: print(1)',
    ]);
  });

  it('is content unless all of it is empty', () => {
    expect(hear({ text: '' }, { text: null }).started).toBe(false);
    expect(hear({ text: '' }, { text: '', thoughtSignature: 'c2ln' }).started).toBe(true);
  });
});

describe('a stream that is ended at its output limit', () => {
  const usage = { ...noUsage, input: 3, output: 4 };
  const candidate = (index: number, fields: object = {}) => ({
    ...{ index, content: { role: 'model', parts: [{ text: 'a' }] } },
    ...fields,
  });
  const head = { modelVersion: 'v', responseId: 'r' };

  function cut(...chunks: readonly object[]): string {
    const observer = createStreamObserver(target);
    for (const chunk of chunks) observer.push({ data: JSON.stringify(chunk) });
    return observer.cut(usage);
  }

  it('ends the candidates that are open, with the usage and the head of its last chunk', () => {
    const first = { candidates: [candidate(0), candidate(1, { finishReason: 'STOP' })] };
    const text = cut({ ...first, ...head }, { candidates: [candidate(2)], ...head });
    const content = { role: 'model', parts: [{ text: '' }] };
    expect(text).toMatch(/^data: \{[^\n]*\}\n\n$/);
    expect(JSON.parse(text.slice('data: '.length))).toEqual({
      candidates: [
        { content, finishReason: 'MAX_TOKENS', index: 0 },
        { content, finishReason: 'MAX_TOKENS', index: 2 },
      ],
      usageMetadata: { ...encodeUsage(usage) },
      ...head,
    });
  });

  it('ends with the frame that completed it where that has come', () => {
    const chunk = { candidates: [candidate(0, { finishReason: 'STOP' })] };
    expect(cut(chunk)).toBe(`data: ${JSON.stringify(chunk)}\n\n`);
  });
});
