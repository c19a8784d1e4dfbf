import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';
import { listen } from '../../testing/test-server.ts';

let cli: CliFolder;

beforeEach(() => {
  cli = createCliFolder();
});

afterEach(() => cli.remove());

/** A server that sends the same response to every client. */
function serve(status: number, body: string): Promise<string> {
  return listen((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
}

const variables = { PARLEY_KEY: 'a-key-for-a-test' };

describe('parley conformance', () => {
  it.each(['nowhere', 'ftp://a.example', 'https://a.example/?key=x'])(
    'refuses %s, which is no address',
    async (address) => {
      const { code, stderr } = await cli.call(['conformance', address], variables);
      expect(code).toBe(1);
      expect(stderr).toContain('is not a base URL');
    },
  );

  it('names the variable for the key', async () => {
    const bare = await cli.call(['conformance', 'http://127.0.0.1:9']);
    expect(bare.stderr).toContain('PARLEY_KEY');
    const words = ['conformance', 'http://127.0.0.1:9', '--key', 'nowhere.key'];
    expect((await cli.call(words)).code).toBe(4);
  });

  it.each([['--key', 'sk-1'], ['--key=sk-1']])('accepts the key itself: %s', async (...words) => {
    const secret = `sk-parley-${'a1'.repeat(24)}b`;
    const url = await serve(200, '{"data":[{"id":"any"}],"choices":[]}');
    const given = words.map((word) => word.replace('sk-1', secret));
    const { stdout, stderr } = await cli.call(['conformance', url, ...given, '--only', 'no-key']);
    expect(stdout).toContain('✗ spec-4.11');
    expect(stdout + stderr).not.toContain(secret);
  });

  it('reports that the host lists no models', async () => {
    const url = await serve(500, '{"error":{"message":"Broken."}}');
    const { code, stderr } = await cli.call(['conformance', url], variables);
    expect(code).toBe(6);
    expect(stderr).toContain('GET /v1/models gave 500');
  });

  it('lists the failures of a host that follows no rule, without the key', async () => {
    const url = await serve(200, '{"data":[{"id":"any"}],"choices":[]}');
    const key = cli.write('some.key', 'a-key-for-a-test\n');
    const file = join(cli.path, 'card.json');
    const words = ['conformance', `${url}/v1`, '--key', key, '--only', 'no-key', '--json', file];
    const { code, stdout, stderr } = await cli.call(words);
    expect(code).toBe(1);
    expect(stdout).toContain('✗ spec-4.11');
    expect(stdout).toContain('expected status 401, got 200');
    expect(stdout + stderr).not.toContain('a-key-for-a-test');
    const card = JSON.parse(readFileSync(file, 'utf8')) as { totals: { fail: number } };
    expect(card.totals.fail).toBeGreaterThan(0);
  });

  it('reports that no scenario has such a name', async () => {
    const url = await serve(200, '{"data":[{"id":"any"}]}');
    const words = ['conformance', url, '--only', 'unheard-of'];
    expect((await cli.call(words, variables)).stderr).toContain('nothing begins with unheard-of');
  });
});
