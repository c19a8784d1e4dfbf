import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { answerWith } from '@parley/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nameModel, startTestGateway, type TestGateway } from './clients/test-gateway.ts';
import { program } from './parley.ts';

const scripts = readdirSync(dirname(program)).filter((name) => name.endsWith('.js'));

// V8 keeps a script with one other character in two bytes a character.
test.each(scripts)('%s has no character beyond Latin-1', (name) => {
  const text = readFileSync(join(dirname(program), name), 'utf8');
  expect(/[^\0-\xff]/.exec(text)?.[0]).toBeUndefined();
});

/** The sources of a script and of all scripts that are loaded with it. */
function listSources(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const text = readFileSync(join(dirname(program), name), 'utf8');
  const map = readFileSync(join(dirname(program), `${name}.map`), 'utf8');
  const { sources } = JSON.parse(map) as { sources: string[] };
  const imports = Array.from(text.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g));
  return [...sources, ...imports.flatMap(([, other = '']) => listSources(other, seen))];
}

describe('a gateway that starts', () => {
  const loaded = listSources('parley.js');

  test('loads its own command, core and the dialects', () => {
    for (const path of [
      'commands/server/start.ts',
      'core/src/gateway.ts',
      'openai-chat/codec.ts',
    ]) {
      expect(loaded.some((source) => source.endsWith(path))).toBe(true);
    }
  });

  test('does not load other commands, the endpoints of operators and other stores', () => {
    const later =
      /commands\/access|admin\/src\/(?:http\/app|keys|usage)|store-|console|web-listener/;
    expect(loaded.filter((source) => later.test(source))).toEqual([]);
  });
});

/** Writes whether Node has loaded its `fetch`, when the process ends. */
const watcher = `
  const { writeFileSync } = require('node:fs');
  const isFetch = (name) => name.endsWith('internal/deps/undici/undici');
  process.on('exit', () => {
    writeFileSync(__dirname + '/loaded.json', String(process.moduleLoadList.some(isFetch)));
  });
`;

describe('the fetch of Node, which takes 13 MB of memory', () => {
  let folder: string;
  let testGateway: TestGateway;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-watcher-'));
    const file = join(folder, 'watcher.cjs');
    writeFileSync(file, watcher);
    testGateway = await startTestGateway({ NODE_OPTIONS: `--require=${file}` });
  });

  afterEach(async () => {
    await testGateway.close();
    rmSync(folder, { recursive: true });
  });

  async function request(path: string, body?: object): Promise<number> {
    const { url, key } = testGateway.parley;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await response.text();
    return response.status;
  }

  async function ask(model: string, stream: boolean): Promise<number> {
    const messages = [{ role: 'user', content: 'Hi' }];
    return request('/v1/chat/completions', { model, stream, messages });
  }

  async function endAndReadLoaded(): Promise<string> {
    await testGateway.parley.stop();
    return readFileSync(join(folder, 'loaded.json'), 'utf8');
  }

  test('is not loaded for health checks and model calls', async () => {
    testGateway.upstream.script(answerWith({ text: ['Hello.'] }));
    const statuses = [
      await request('/healthz'),
      await request('/readyz'),
      await ask(nameModel('gpt', 'chat'), false),
      await ask(nameModel('gpt', 'messages'), true),
      await ask('demo/echo', false),
      await ask('no-such-model', false),
    ];
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404]);
    expect(await endAndReadLoaded()).toBe('false');
  });

  test('is loaded for a request that needs a web Request', async () => {
    expect(await request('/no-such-path')).toBe(404);
    expect(await endAndReadLoaded()).toBe('true');
  });
});
