// Recorded Gemini generateContent streams for tests.
import { readFileSync } from 'node:fs';

const folder = new URL('../../../../fixtures/gemini-generate/', import.meta.url);

/** The text of a recorded stream, by the name of its file. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`${name}.stream.sse`, folder), 'utf8');
}
