/** The harness that measures gateways: its programs compile, and a short run gives whole tables. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { compilePrograms, runLoad } from '../bench/gateways/native.ts';
import { readLatest } from '../bench/gateways/results.ts';

const harness = fileURLToPath(new URL('../bench/gateways.ts', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'parley-bench-test-'));
const hasTools = ['cc', 'taskset'].every(
  (name) => spawnSync(name, ['--version']).error === undefined,
);

function run(...words: readonly string[]): { readonly code: number | null; readonly text: string } {
  const options = { encoding: 'utf8', timeout: 100_000 } as const;
  const command = ['--conditions=parley-source', harness, ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, options);
  return { code: status, text: stdout + stderr };
}

afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

test('an unknown table is refused with the names of the known ones', () => {
  const { code, text } = run('--tables', 'speed');
  expect(code).toBe(1);
  expect(text).toContain('Unknown: speed; use cpu, latency, memory, stores, board, instructions.');
});

describe.runIf(process.platform === 'linux' && hasTools)('on Linux with a C compiler', () => {
  test('a short run gives a table with every column, a plot and all figures', () => {
    const words = ['--smoke', '--tables', 'cpu', '--subjects', 'node-proxy,parley', '--out', out];
    const { code, text } = run(...words);
    expect(text).not.toContain('FAILED');
    expect(code).toBe(0);
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    const [head = [], , ...rows] = lines.map((line) => line.slice(2, -2).split(' | '));
    expect(head).toHaveLength(12);
    expect(rows.map(([title]) => title)).toEqual(['bare Node proxy', 'Parley, limited key']);
    for (const row of rows) expect(row.filter((cell) => cell.trim() !== '')).toHaveLength(12);
    const { results, name } = readLatest(out);
    expect(results.machine).toHaveProperty('processor');
    expect(results.tables.map(({ id }) => id)).toEqual(['cpu']);
    expect(readFileSync(join(out, `${name}.svg`), 'utf8')).toContain('<svg');
    expect(readFileSync(join(out, `${name}.md`), 'utf8')).toContain(lines.at(-1));
  }, 120_000);

  test.each([
    { status: 500, body: 'x~end', reason: 'the status is not 200' },
    { status: 200, body: 'something else', reason: 'the end mark is missing' },
    { status: 200, body: '~end', reason: 'the body is too short' },
  ])('the measurement fails because $reason', async ({ status, body, reason }) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const request = join(out, 'request.http');
    writeFileSync(request, 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    const { load } = compilePrograms(out);
    const settings = { port, request, end: '~end', bytes: 5, connections: 1, calls: 1 };
    await expect(runLoad(load, settings)).rejects.toThrow(reason);
    server.close();
  });
});
