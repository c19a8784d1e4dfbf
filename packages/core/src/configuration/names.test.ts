import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNearestNames } from './nearest-names.ts';

describe('findNearestNames', () => {
  it('proposes nothing for names that are like nothing, empty or too long', () => {
    expect(findNearestNames('zzzzzz', ['openai', 'groq'], 5)).toEqual([]);
    expect(findNearestNames('', ['openai'], 5)).toEqual([]);
    expect(findNearestNames('o'.repeat(10_000), ['openai', 'o'.repeat(10_000)], 5)).toEqual([]);
  });

  it('puts the nearest first and then those that contain the name', () => {
    const names = ['openai/gpt-5', 'gpt-6', 'gpt-5', 'gpt-5-mini'];
    expect(findNearestNames('gpt-5', names, 5)).toEqual([
      'gpt-5',
      'gpt-6',
      'gpt-5-mini',
      'openai/gpt-5',
    ]);
    expect(findNearestNames('gropq', ['grok', 'groq'], 1)).toEqual(['groq']);
    expect(findNearestNames('OPENAI', ['openai'], 1)).toEqual(['openai']);
  });

  it('keeps to the limit', () => {
    expect(findNearestNames('model', ['model1', 'model2', 'model3'], 2)).toEqual([
      'model1',
      'model2',
    ]);
  });

  it('always finds a name with one character changed', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, maxLength: 40 }), fc.nat(), (name, at) => {
        const index = at % name.length;
        const changed = `${name.slice(0, index)}~${name.slice(index + 1)}`;
        expect(findNearestNames(changed, [name], 1)).toEqual([name]);
      }),
    );
  });
});
