import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberSource, cutText } from '../../../testing/event-streams.ts';
import { JsonProgress } from './call-writer.ts';

describe('JsonProgress', () => {
  it('is complete exactly when the object can be parsed', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(objects, fc.array(fc.nat(), { minLength: 1 }), (value, numbers) => {
        const progress = new JsonProgress();
        const pieces = cutText(JSON.stringify(value), createNumberSource(numbers));
        for (const piece of pieces.slice(0, -1)) progress.push(piece);
        expect(progress.complete).toBe(false);
        progress.push(pieces.at(-1) ?? '');
        expect(progress.complete).toBe(true);
      }),
    );
  });

  it('reports whether any text arrived', () => {
    const progress = new JsonProgress();
    progress.push(' \n');
    expect(progress.blank).toBe(true);
    progress.push('{');
    expect(progress.blank).toBe(false);
  });
});
