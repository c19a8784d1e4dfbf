import { noUsage, type Usage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from '../../tokens/estimate-text.ts';
import { estimateErrorPercent } from '../../tokens/token-family.ts';
import { ReplyMeter, countReply } from './reply-meter.ts';
import { RunningEstimate } from './running-estimate.ts';

function arrange(limit?: number, promptLimit?: number): ReplyMeter {
  return new ReplyMeter({
    family: 'openai',
    reserved: {
      ...(limit !== undefined && { outputTokens: limit }),
      ...(promptLimit !== undefined && { promptTokens: promptLimit }),
    },
    estimatePrompt: () => 30,
  });
}

const words = 'one two three four five';
const wordTokens = estimateTextTokens(words, 'openai');

describe('the cost of a reply', () => {
  it('is 0 when the upstream failed and reported nothing', () => {
    const meter = arrange();
    meter.onText(words, 'output');
    meter.fail();
    expect(meter.usage).toBeUndefined();
  });

  it('is 0 when the upstream failed, even if it reported usage', () => {
    const meter = arrange();
    meter.report({ ...noUsage, input: 9 });
    meter.fail();
    expect(meter.usage).toBeUndefined();
    const limited = arrange(1, 1);
    limited.report({ ...noUsage, input: 9, output: 9 });
    expect(limited.excess).toBeDefined();
    limited.fail();
    limited.finish();
    expect([limited.usage, limited.excess]).toEqual([undefined, undefined]);
  });

  it('is marked as an estimate when the client disconnected before any usage report', () => {
    const meter = arrange();
    meter.onText(words, 'output');
    meter.onText('well now', 'reasoning');
    expect(meter.usage).toEqual({
      ...noUsage,
      input: 30,
      output: wordTokens,
      reasoning: estimateTextTokens('well now', 'openai'),
      estimated: true,
    });
  });

  it('uses the reported usage so far and estimates only the text after it', () => {
    const meter = arrange();
    meter.onText('these words are in the report', 'output');
    meter.report({ ...noUsage, input: 12, cacheRead: 4, output: 7 });
    meter.onText(words, 'output');
    expect(meter.usage).toEqual({
      ...noUsage,
      input: 12,
      cacheRead: 4,
      output: 7 + wordTokens,
      estimated: true,
    });
  });

  it.each(['output', 'reasoning'] as const)(
    'adds an estimate of what came after the last report: %s',
    (kind) => {
      const meter = arrange();
      for (const reported of [7, 14]) {
        meter.onText('these words are in the report', kind);
        meter.report({ ...noUsage, input: 12, [kind]: reported });
      }
      meter.onText(words, kind);
      expect(meter.usage?.[kind]).toBe(14 + wordTokens);
    },
  );

  it('ignores a report in the middle that omits text', () => {
    const meter = arrange();
    for (let count = 0; count < 10; count++) {
      meter.onText('these words are not in the report ', 'output');
      meter.report({ ...noUsage, input: 12, output: 1 });
    }
    expect(meter.usage?.output).toBeGreaterThan(60);
  });

  it('counts usage that was reported before the first text only once', () => {
    const meter = arrange();
    meter.report({ ...noUsage, input: 12, output: 3, reasoning: 40 });
    meter.onText(words, 'output');
    expect(meter.usage).toMatchObject({ output: wordTokens, reasoning: 40 });
  });

  it('is the reported usage when the reply is complete', () => {
    const meter = arrange();
    meter.onText(words, 'output');
    meter.report({ ...noUsage, input: 12, output: 4 });
    meter.finish();
    expect(meter.usage).toEqual({ ...noUsage, input: 12, output: 4 });
  });

  it('is an estimate when the reply ended without usage, or with zeros', () => {
    const meter = arrange();
    meter.onText(words, 'output');
    meter.report(noUsage);
    meter.finish();
    expect(meter.usage).toMatchObject({ input: 30, output: wordTokens, estimated: true });
  });
});

describe('a report of uses of tools without tokens', () => {
  const uses = { ...noUsage, toolUses: { web_search: 2 } };

  it('counts the uses, and leaves the tokens to the estimate', () => {
    const meter = arrange();
    meter.onText(words, 'output');
    meter.report(uses);
    meter.finish();
    expect(meter.usage).toEqual({ ...uses, input: 30, output: wordTokens, estimated: true });
  });

  it('counts them in a reply that is not complete', () => {
    const meter = arrange();
    meter.report(uses);
    meter.onText(words, 'output');
    expect(meter.usage).toEqual({ ...uses, input: 30, output: wordTokens, estimated: true });
  });

  it('keeps the tokens of an earlier report', () => {
    const meter = arrange();
    meter.report({ ...noUsage, input: 12, output: 4 });
    meter.report(uses);
    meter.finish();
    expect(meter.usage).toEqual({ ...uses, input: 12, output: 4 });
  });
});

describe('a report without one side', () => {
  it('of the prompt leaves that to the estimate', () => {
    const meter = arrange();
    meter.report({ ...noUsage, output: 4 });
    meter.finish();
    expect(meter.usage).toEqual({ ...noUsage, input: 30, output: 4, estimated: true });
  });

  it('of the output leaves that to the received text', () => {
    const meter = arrange();
    meter.report({ ...noUsage, input: 12 });
    expect(meter.isReported).toBe(false);
    const one = arrange();
    one.report({ ...noUsage, output: 1 });
    expect(one.isReported).toBe(true);
    meter.onText(words, 'output');
    meter.finish();
    expect(meter.usage).toEqual({ ...noUsage, input: 12, output: wordTokens, estimated: true });
  });

  it('is used when there was no output', () => {
    const meter = arrange();
    meter.report({ ...noUsage, cacheRead: 12 });
    meter.finish();
    expect(meter.usage).toEqual({ ...noUsage, cacheRead: 12 });
  });
});

describe('the reservation', () => {
  function finish(usage: Partial<Usage>): ReplyMeter {
    const meter = arrange(100, 50);
    meter.report({ ...noUsage, ...usage });
    meter.finish();
    return meter;
  }

  it('can be charged completely', () => {
    const meter = finish({ cacheRead: 40, input: 10, output: 60, reasoning: 40 });
    expect(meter.usage).toEqual({
      ...noUsage,
      cacheRead: 40,
      input: 10,
      output: 60,
      reasoning: 40,
    });
    expect(meter.excess).toBeUndefined();
  });

  it('limits the charge of a prompt that is longer than estimated', () => {
    const meter = finish({ cacheRead: 900_000_000, cacheWrite1h: 1, input: 5, output: 7 });
    expect(meter.usage).toEqual({ ...noUsage, input: 50, output: 7, estimated: true });
    expect(meter.excess).toMatchObject({ cacheRead: 900_000_000 });
  });

  it('limits the charge of a reply beyond its output limit', () => {
    const meter = finish({ input: 5, output: 900_000_000, reasoning: 40 });
    expect(meter.usage).toEqual({
      ...noUsage,
      input: 5,
      output: 60,
      reasoning: 40,
      estimated: true,
    });
  });

  it('limits the charge of a reply whose client disconnected', () => {
    const meter = arrange(100, 50);
    meter.report({ ...noUsage, input: 900_000_000 });
    meter.onText('word '.repeat(300), 'output');
    expect(meter.usage).toMatchObject({ input: 50, output: 100, estimated: true });
  });
});

describe('the output limit', () => {
  it('is exceeded only when even a much too high estimate exceeds it', () => {
    const meter = arrange(100);
    meter.onText('word '.repeat(120), 'output');
    expect(meter.isOver).toBe(false);
    meter.onText('word '.repeat(80), 'output');
    expect(meter.isOver).toBe(true);
  });

  it('is exceeded from the token on that the error of the estimate leaves certain', () => {
    const text = 'word '.repeat(10_000);
    const estimate = new RunningEstimate('openai');
    estimate.add(text);
    const certain = Math.ceil(estimate.recent * (1 - estimateErrorPercent.openai / 100));
    for (const [limit, isOver] of [
      [certain, false],
      [certain - 1, true],
    ] as const) {
      const meter = arrange(limit);
      meter.onText(text, 'output');
      expect(meter.isOver).toBe(isOver);
    }
  });

  it('includes reasoning', () => {
    const meter = arrange(100);
    meter.onText('word '.repeat(90), 'output');
    meter.onText('word '.repeat(110), 'reasoning');
    expect(meter.isOver).toBe(true);
  });

  it('is exceeded by one token when the upstream reports so', () => {
    const meter = arrange(100);
    meter.report({ ...noUsage, input: 1, output: 60, reasoning: 40 });
    expect(meter.isOver).toBe(false);
    meter.report({ ...noUsage, input: 1, output: 61, reasoning: 40 });
    expect(meter.isOver).toBe(true);
  });

  it('limits the charge of a reply that is ended there', () => {
    const meter = arrange(100);
    meter.onText('word '.repeat(150), 'output');
    meter.onText('word '.repeat(20), 'reasoning');
    const usage = meter.cut();
    expect(usage).toMatchObject({ input: 30, estimated: true });
    expect(usage.output + usage.reasoning).toBe(100);
    expect(usage.reasoning).toBeLessThan(25);
    meter.report({ ...noUsage, input: 500, output: 500 });
    meter.finish();
    expect(meter.usage).toEqual(usage);
    expect(meter.excess).toBeUndefined();
  });

  it('of 0 is not exceeded before anything arrives', () => {
    const meter = arrange(0);
    expect(meter.isOver).toBe(false);
    meter.onText('word '.repeat(100), 'output');
    expect(meter.isOver).toBe(true);
  });

  it('is never exceeded where there is none', () => {
    const meter = arrange();
    meter.onText('word '.repeat(10_000), 'output');
    expect(meter.isOver).toBe(false);
  });
});

describe('a reservation that can be extended', () => {
  function arrangeExtensible(): ReplyMeter {
    const reserved = { outputTokens: 40, promptTokens: 20 };
    const most = { outputTokens: 100, promptTokens: 50 };
    return new ReplyMeter({ family: 'openai', reserved, most, estimatePrompt: () => 30 });
  }

  function report(meter: ReplyMeter, output: number): ReplyMeter {
    meter.report({ ...noUsage, input: 30, output });
    return meter;
  }

  it('is extended when three quarters of it are used', () => {
    expect(report(arrangeExtensible(), 29).isNearReserved).toBe(false);
    expect(report(arrangeExtensible(), 30).isNearReserved).toBe(true);
  });

  it('is not extended where everything that can be charged is reserved', () => {
    const meter = report(arrangeExtensible(), 100);
    meter.raiseToMost();
    expect(meter.isNearReserved).toBe(false);
    expect(report(arrange(40), 40).isNearReserved).toBe(false);
  });

  it('pays for what is claimed once it is reserved', () => {
    const meter = report(arrangeExtensible(), 60);
    meter.finish();
    expect(meter.usage).toEqual({ ...noUsage, input: 20, output: 40, estimated: true });
    expect(meter.claimed).toEqual({ ...noUsage, input: 30, output: 60 });
    meter.raise({ outputTokens: 50 });
    expect(meter.usage).toEqual({ ...noUsage, input: 20, output: 50, estimated: true });
    meter.raise({ promptTokens: 30 });
    expect(meter.usage).toEqual({ ...noUsage, input: 30, output: 50, estimated: true });
    meter.raiseToMost();
    expect(meter.usage).toEqual({ ...noUsage, input: 30, output: 60 });
    expect(meter.excess).toBeUndefined();
  });

  it('ends the reply where no more can be reserved', () => {
    const meter = report(arrangeExtensible(), 41);
    expect(meter.isOver).toBe(false);
    meter.endAtReserved();
    expect(meter.isOver).toBe(true);
    expect(meter.isNearReserved).toBe(false);
    expect(meter.claimed).toMatchObject({ input: 30, output: 40 });
  });

  it('claims nothing for a reply that failed', () => {
    const meter = report(arrangeExtensible(), 41);
    meter.fail();
    expect(meter.claimed).toBeUndefined();
  });
});

it('a whole reply without usage is charged by its text, refusals and calls included', () => {
  const meter = arrange();
  const parts = [
    { type: 'reasoning', text: 'well now' },
    { type: 'text', text: words },
    { type: 'refusal', text: 'I cannot help with that' },
    { type: 'call', id: 'c', name: 'look_up', arguments: '{"word":"five"}' },
    { type: 'media', kind: 'image', source: { by: 'url', url: 'https://images.test/a.png' } },
  ] as const;
  countReply({ model: 'm', choices: [{ index: 0, parts, finish: { reason: 'stop' } }] }, meter);
  const texts = [words, 'I cannot help with that', 'look_up {"word":"five"}'];
  expect(meter.usage).toEqual({
    ...noUsage,
    input: 30,
    output: estimateTextTokens(texts.join(''), 'openai'),
    reasoning: estimateTextTokens('well now', 'openai'),
    estimated: true,
  });
});
