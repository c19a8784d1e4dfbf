import { GatewayError, type ObserverStep, type StreamObserver, type Usage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { ReplyMeter } from '../../billing/quota/metering/reply-meter.ts';
import { PassthroughStream } from './passthrough-stream.ts';
import { createFrameWriter } from './stream-format.ts';

const usage: Usage = {
  ...{ input: 5, output: 7, reasoning: 0 },
  ...{ cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
};
const broken = new GatewayError('upstream-unavailable', 'It broke.', { reason: 'broken' });
const relay = (text: string): ObserverStep => ({ action: 'relay', text });
const end: ObserverStep = { action: 'end', text: 'the end' };
const fail: ObserverStep = { action: 'fail', text: 'failed', error: broken };

/** What the observer does with a frame, and the text or the usage that it finds there. */
type Seen = (ObserverStep | Error) & { readonly words?: string; readonly usage?: Usage };

interface Script {
  readonly frames?: readonly Seen[];
  readonly atEnd?: Seen;
  readonly outputTokens?: number;
}

function open({ frames = [], atEnd = fail, outputTokens }: Script = {}) {
  const waiting = [...frames];
  const meter = new ReplyMeter({
    ...{ family: 'openai', reserved: { outputTokens } },
    estimatePrompt: () => 3,
  });
  const cuts: Usage[] = [];
  let reported: Usage | undefined;
  const read = (seen: Seen): ObserverStep => {
    if (seen instanceof Error) throw seen;
    if (seen.words !== undefined) meter.onText(seen.words, 'output');
    if (seen.usage !== undefined) reported = seen.usage;
    return seen;
  };
  const observer: StreamObserver = {
    push: () => read(waiting.shift() ?? { action: 'drop' }),
    end: () => read(atEnd),
    fail: ({ reason }) => `failed: ${String(reason)}`,
    cut: (charged) => {
      cuts.push(charged);
      return 'cut';
    },
    get usage() {
      return reported;
    },
    ...{ notes: [{ path: 'stream', action: 'dropped', reason: 'r' }] as const },
    ...{ started: true, isComplete: true },
  };
  const writer = createFrameWriter('event-stream', (text) => `<${text}>`);
  return { stream: new PassthroughStream(observer, writer, meter), meter, cuts };
}

const frame = new TextEncoder().encode('data: x\n\n');
const manyWords = 'several words, and then some more of them. '.repeat(20);

describe('a stream in passthrough', () => {
  it('forwards frames, drops those that the client must not see, and keeps its end', () => {
    const { stream } = open({ frames: [relay('a'), { action: 'drop' }, relay('b'), end] });
    expect([stream.push(frame), stream.push(frame), stream.push(frame)]).toEqual([
      '<a>',
      '',
      '<b>',
    ]);
    expect([stream.state, stream.lastText]).toEqual(['open', '']);
    expect(stream.push(frame)).toBe('');
    expect([stream.state, stream.lastText]).toEqual(['ended', '<the end>']);
  });

  it('says what its observer does', () => {
    const { stream } = open();
    expect(stream).toMatchObject({ isTranslated: false, started: true, isComplete: true });
    expect(stream.notes).toHaveLength(1);
  });

  it('reads nothing after its end', () => {
    const { stream } = open({ frames: [end, relay('late')] });
    const two = new Uint8Array([...frame, ...frame]);
    expect([stream.push(two), stream.push(frame), stream.close()]).toEqual(['', '', '']);
    expect(stream.state).toBe('ended');
  });

  it('reads what the upstream had not terminated when it closes, and then its end', () => {
    const { stream } = open({ frames: [relay('a')], atEnd: end });
    stream.push(frame.slice(0, -1));
    expect(stream.close()).toBe('<a>');
    expect(stream.state).toBe('ended');
  });

  it('counts text until usage is reported, which covers the text before it', () => {
    const { stream, meter } = open({
      frames: [{ ...relay('a'), words: manyWords }, { ...relay('b'), words: ' and', usage }, end],
    });
    stream.push(frame);
    expect(meter.usage?.estimated).toBe(true);
    stream.push(frame);
    expect(meter.reported).toBe(usage);
    stream.push(frame);
    expect(meter.usage).toBe(usage);
  });

  it('counts the usage that is known only when the upstream closes', () => {
    const { stream, meter } = open({ atEnd: { ...end, usage } });
    stream.close();
    expect(meter.usage).toBe(usage);
  });
});

describe('a stream in passthrough that fails', () => {
  it.each<readonly [string, Script, string]>([
    ['because the upstream says so', { frames: [fail] }, '<failed>'],
    ['because it cannot be read', { frames: [broken] }, '<failed: broken>'],
    ['at its end', { atEnd: fail }, '<failed>'],
    ['because its end cannot be read', { atEnd: broken }, '<failed: broken>'],
  ])('%s ends with the error', (_why, script, last) => {
    const { stream } = open(script);
    expect([stream.push(frame), stream.close()]).toEqual(['', '']);
    expect([stream.state, stream.error, stream.lastText]).toEqual(['failed', broken, last]);
  });

  it('fails once, and not after its end', () => {
    const { stream } = open({ frames: [end] });
    stream.push(frame);
    stream.fail(broken);
    expect([stream.state, stream.error, stream.lastText]).toEqual([
      'ended',
      undefined,
      '<the end>',
    ]);
    const { stream: failed } = open();
    failed.fail(broken);
    failed.fail(new GatewayError('internal', 'Later.'));
    expect([failed.error, failed.lastText]).toEqual([broken, '<failed: broken>']);
  });

  it('may still fail when its end was read and not written', () => {
    const { stream } = open({ frames: [end] });
    stream.replaceEnd(broken);
    expect(stream.state).toBe('open');
    stream.push(frame);
    expect(stream.lastText).toBe('<the end>');
    stream.replaceEnd(broken);
    expect([stream.state, stream.error]).toEqual(['failed', broken]);
    expect(stream.lastText).toBe('<failed: broken>');
  });
});

describe('a stream in passthrough at its output limit', () => {
  it('is cut after the frame that goes beyond, with the usage that is charged', () => {
    const { stream, meter, cuts } = open({
      ...{ outputTokens: 20 },
      frames: [{ ...relay('a'), words: manyWords }, relay('b')],
    });
    expect(stream.push(new Uint8Array([...frame, ...frame]))).toBe('<a>');
    expect([stream.state, stream.lastText]).toEqual(['ended', '<cut>']);
    expect(cuts).toEqual([meter.usage]);
    expect(meter.usage).toMatchObject({ output: 20, estimated: true });
  });

  it('is not cut when it ends with the text that goes beyond', () => {
    const { stream, cuts } = open({
      ...{ outputTokens: 20 },
      frames: [{ ...end, words: manyWords }],
    });
    stream.push(frame);
    expect([stream.lastText, cuts]).toEqual(['<the end>', []]);
  });
});
