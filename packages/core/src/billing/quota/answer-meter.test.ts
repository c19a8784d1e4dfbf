import { noUsage, type Usage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from '../tokens/estimate-text.ts';
import { AnswerMeter } from './answer-meter.ts';

function arrange(limit?: number, promptLimit?: number): AnswerMeter {
  return new AnswerMeter({
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

describe('what an answer costs', () => {
  it('is nothing when the upstream failed and reported nothing', () => {
    const meter = arrange();
    meter.onText(words, 'output');
    meter.fail();
    expect(meter.usage).toBeUndefined();
  });

  it('is nothing when the upstream failed, even if it reported something', () => {
    const meter = arrange();
    meter.report({ ...noUsage, input: 9 });
    meter.fail();
    expect(meter.usage).toBeUndefined();
    expect(meter.excess).toBeUndefined();
  });

  it('is an estimate, and says so, when it was left before any report', () => {
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

  it('takes what was reported so far and estimates only what came after it', () => {
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

  it('does not believe a report in the middle that leaves words out', () => {
    const meter = arrange();
    for (let count = 0; count < 10; count++) {
      meter.onText('these words are not in the report ', 'output');
      meter.report({ ...noUsage, input: 12, output: 1 });
    }
    expect(meter.usage?.output).toBeGreaterThan(60);
  });

  it('counts what was reported before the first word only once', () => {
    const meter = arrange();
    meter.report({ ...noUsage, input: 12, output: 3, reasoning: 40 });
    meter.onText(words, 'output');
    expect(meter.usage).toMatchObject({ output: wordTokens, reasoning: 40 });
  });

  it('is the report when the answer came to its end', () => {
    const meter = arrange();
    meter.onText(words, 'output');
    meter.report({ ...noUsage, input: 12, output: 4 });
    meter.finish();
    expect(meter.usage).toEqual({ ...noUsage, input: 12, output: 4 });
  });

  it('is an estimate when the answer ended without a report, or with one of nothing', () => {
    const meter = arrange();
    meter.onText(words, 'output');
    meter.report(noUsage);
    meter.finish();
    expect(meter.usage).toMatchObject({ input: 30, output: wordTokens, estimated: true });
  });
});

describe('a report that says nothing of one side', () => {
  it('of the prompt leaves that to the estimate', () => {
    const meter = arrange();
    meter.report({ ...noUsage, output: 4 });
    meter.finish();
    expect(meter.usage).toEqual({ ...noUsage, input: 30, output: 4, estimated: true });
  });

  it('of the answer leaves that to what was heard', () => {
    const meter = arrange();
    meter.report({ ...noUsage, input: 12 });
    expect(meter.isReported).toBe(false);
    meter.onText(words, 'output');
    meter.finish();
    expect(meter.usage).toEqual({ ...noUsage, input: 12, output: wordTokens, estimated: true });
  });

  it('is believed when there was no answer', () => {
    const meter = arrange();
    meter.report({ ...noUsage, cacheRead: 12 });
    meter.finish();
    expect(meter.usage).toEqual({ ...noUsage, cacheRead: 12 });
  });
});

describe('what is held', () => {
  function finish(usage: Partial<Usage>): AnswerMeter {
    const meter = arrange(100, 50);
    meter.report({ ...noUsage, ...usage });
    meter.finish();
    return meter;
  }

  it('is charged to its last token', () => {
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

  it('bounds the bill of a prompt that is longer than it can be', () => {
    const meter = finish({ cacheRead: 900_000_000, cacheWrite1h: 1, input: 5, output: 7 });
    expect(meter.usage).toEqual({ ...noUsage, input: 50, output: 7, estimated: true });
    expect(meter.excess).toMatchObject({ cacheRead: 900_000_000 });
  });

  it('bounds the bill of an answer that ends by itself, but beyond its limit', () => {
    const meter = finish({ input: 5, output: 900_000_000, reasoning: 40 });
    expect(meter.usage).toEqual({
      ...noUsage,
      input: 5,
      output: 60,
      reasoning: 40,
      estimated: true,
    });
  });

  it('bounds the bill of one that was left', () => {
    const meter = arrange(100, 50);
    meter.report({ ...noUsage, input: 900_000_000 });
    meter.onText('word '.repeat(300), 'output');
    expect(meter.usage).toMatchObject({ input: 50, output: 100, estimated: true });
  });
});

describe('the limit of an answer', () => {
  it('is passed only when even a much too high estimate lies beyond it', () => {
    const meter = arrange(100);
    meter.onText('word '.repeat(120), 'output');
    expect(meter.isOver).toBe(false);
    meter.onText('word '.repeat(80), 'output');
    expect(meter.isOver).toBe(true);
  });

  it('counts thinking too', () => {
    const meter = arrange(100);
    meter.onText('word '.repeat(90), 'output');
    meter.onText('word '.repeat(110), 'reasoning');
    expect(meter.isOver).toBe(true);
  });

  it('is passed by one token when the upstream itself reports it', () => {
    const meter = arrange(100);
    meter.report({ ...noUsage, input: 1, output: 60, reasoning: 40 });
    expect(meter.isOver).toBe(false);
    meter.report({ ...noUsage, input: 1, output: 61, reasoning: 40 });
    expect(meter.isOver).toBe(true);
  });

  it('bounds what is charged for an answer that is ended there', () => {
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
  });

  it('is never passed where there is none', () => {
    const meter = arrange();
    meter.onText('word '.repeat(10_000), 'output');
    expect(meter.isOver).toBe(false);
  });
});
