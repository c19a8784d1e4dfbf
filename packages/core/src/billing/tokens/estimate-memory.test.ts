import { describe, expect, it } from 'vitest';
import { EstimateMemory } from './estimate-memory.ts';

function countCalls() {
  const asked: string[] = [];
  const memory = new EstimateMemory((text) => {
    asked.push(text);
    return text.length;
  });
  return { asked, memory };
}

const turn = (number: number): string => String(number).padStart(1_000, '.');

/** So long that the number is in its middle and not at one of its ends. */
const inMiddle = (number: string): string => {
  const digits = Array.from(number, (digit) => digit.repeat(400)).join('');
  return `${'.'.repeat(100)}${digits}${'.'.repeat(100)}`;
};

describe('the estimate of a text that is sent again', () => {
  it('is the same, and is not computed again', () => {
    const { asked, memory } = countCalls();
    expect([turn(1), turn(2), turn(1)].map((text) => memory.estimate(text))).toEqual([
      1_000, 1_000, 1_000,
    ]);
    expect(asked).toEqual([turn(1), turn(2)]);
  });

  it.each([
    ['beginning', (number: string) => number + '.'.repeat(1_000)],
    ['end', (number: string) => '.'.repeat(1_000) + number],
    ['middle', inMiddle],
  ])('is not computed again for texts that differ only at their %s', (_, write) => {
    const { asked, memory } = countCalls();
    const texts = Array.from({ length: 90 }, (_one, at) => write(String(at + 10)));
    for (let round = 0; round < 3; round += 1) for (const text of texts) memory.estimate(text);
    expect(asked).toHaveLength(texts.length);
  });

  it.each([
    [63, 2],
    [64, 1],
    [65_536, 1],
    [65_537, 2],
  ])('of %d characters is computed %d times of two', (length, times) => {
    const { asked, memory } = countCalls();
    memory.estimate('x'.repeat(length));
    memory.estimate('x'.repeat(length));
    expect(asked).toHaveLength(times);
  });

  it('is remembered while it is used, however many other texts there are', () => {
    const { asked, memory } = countCalls();
    for (let number = 1; number < 5_000; number += 1) {
      memory.estimate(turn(0));
      memory.estimate(turn(number));
    }
    expect(asked.filter((text) => text === turn(0))).toHaveLength(1);
  });

  it('is its own, also where texts differ in a single character', () => {
    const texts = Array.from(
      { length: 200 },
      (_, at) => `${'a'.repeat(at)}b${'a'.repeat(199 - at)}`,
    );
    const numbers = new Map(texts.map((text, at) => [text, at]));
    const numbered = new EstimateMemory((text) => numbers.get(text) ?? -1);
    for (let round = 0; round < 2; round += 1) {
      expect(texts.map((text) => numbered.estimate(text))).toEqual(texts.map((_, at) => at));
    }
  });

  it('is forgotten after many others, so that memory is limited', () => {
    const { asked, memory } = countCalls();
    for (let number = 0; number < 5_000; number += 1) memory.estimate(turn(number));
    memory.estimate(turn(0));
    expect(asked.filter((text) => text === turn(0))).toHaveLength(2);
  });

  it('is computed again for a text that is too long to be kept', () => {
    const { asked, memory } = countCalls();
    const long = 'a'.repeat(100_000);
    memory.estimate(long);
    memory.estimate(long);
    expect(asked).toHaveLength(2);
  });
});
