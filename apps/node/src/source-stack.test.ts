import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Maps line 1, column 1 of the bundle to line 3, column 1 of the source. */
const map = {
  version: 3,
  sources: ['../../../../packages/core/src/gateway.ts'],
  names: [],
  mappings: 'AAEA',
};

describe('mapStacks', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-stack-'));
    mkdirSync(join(root, 'dist', 'chunks'), { recursive: true });
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  /** The stack of an error in a bundle, in a process of its own: Vitest has a mapping of its own. */
  async function readStack(error: string, withMap: boolean): Promise<string> {
    const chunk = join(root, 'dist', 'chunks', 'chunk.js');
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    writeFileSync(chunk, `export const fail = () => (${error});`);
    if (withMap) writeFileSync(`${chunk}.map`, JSON.stringify(map));
    const entry = join(root, 'entry.mjs');
    const lines = [
      `import { mapStacks } from ${JSON.stringify(new URL('source-stack.ts', import.meta.url).href)};`,
      'mapStacks();',
      `const { fail } = await import('./dist/chunks/chunk.js');`,
      'console.log(fail().stack);',
    ];
    writeFileSync(entry, lines.join('\n'));
    const { stdout } = await promisify(execFile)(process.execPath, [entry]);
    return stdout;
  }

  it('names the source file and its line', async () => {
    expect(await readStack("new Error('lost')", true)).toMatch(
      /^Error: lost\n {4}at fail \(parley:\/\/\/packages\/core\/src\/gateway\.ts:3:\d+\)\n/,
    );
  });

  it('keeps the position in a bundle without a map', async () => {
    expect(await readStack("new Error('lost')", false)).toMatch(/at fail \(.*\/chunk\.js:1:\d+\)/);
  });

  it('keeps the stack of an error whose text cannot be read', async () => {
    const error = "Object.assign(new Error('lost'), { toString() { throw new Error('twice'); } })";
    expect(await readStack(error, true)).toMatch(/^Error\n {4}at fail /);
  });
});
