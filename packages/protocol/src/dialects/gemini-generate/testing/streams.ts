import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../fixtures/gemini-generate/', import.meta.url);
const ending = '.stream.sse';

/** The names of all recorded streams, after the phenomena they show. */
export const fixtureNames: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length));

export function readFixture(name: string): string {
  return readFileSync(new URL(name + ending, folder), 'utf8');
}
