import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { answerWith } from '@parley/testkit';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nameModel, startTestGateway, type TestGateway } from './clients/test-gateway.ts';
import { program, startParley } from './parley.ts';

const scripts = readdirSync(dirname(program)).filter((name) => name.endsWith('.js'));

// V8 keeps a script with a character beyond Latin-1 in two bytes a character, and parts are read as ASCII.
test.each(scripts)('%s has ASCII characters only', (name) => {
  const text = readFileSync(join(dirname(program), name), 'utf8');
  expect(/[^\0-\x7f]/.exec(text)?.[0]).toBeUndefined();
});

/** Names that a part exports and also assigns later, in any scope: who imports them would keep the first value. */
function listReassigned(code: string): readonly string[] {
  const [list = ''] = /(?:exports\.[\w$]+=[\w$]+;)*(?=\n?\/\/#|$)/.exec(code) ?? [];
  const exported = new Set(Array.from(list.matchAll(/=([\w$]+);/g), ([, name]) => name));
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const target = findTarget(node);
    if (target && ts.isIdentifier(target) && exported.has(target.text)) found.push(target.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('part.js', code, ts.ScriptTarget.Latest));
  return found;
}

function findTarget(node: ts.Node): ts.Expression | undefined {
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
    const changes = node.operator === PlusPlusToken || node.operator === MinusMinusToken;
    return changes ? node.operand : undefined;
  }
  const { FirstAssignment, LastAssignment } = ts.SyntaxKind;
  if (!ts.isBinaryExpression(node)) return undefined;
  const {
    left,
    operatorToken: { kind },
  } = node;
  return kind >= FirstAssignment && kind <= LastAssignment ? left : undefined;
}

test('names that are assigned twice are found', () => {
  const code =
    'let a=1,b,c=0,d=1;f=()=>{b??=2;a=3;c++;e=d=>d};exports.a=a;exports.b=b;exports.c=c;exports.d=d;';
  expect(listReassigned(code)).toEqual(['b', 'a', 'c']);
});

test.each(scripts)('%s reassigns no export', (name) => {
  expect(listReassigned(readFileSync(join(dirname(program), name), 'utf8'))).toEqual([]);
});

/** The sources of a script and of all scripts that are loaded with it. */
function listSources(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const text = readFileSync(join(dirname(program), name), 'utf8');
  const map = readFileSync(join(dirname(program), `${name}.map`), 'utf8');
  const { sources } = JSON.parse(map) as { sources: string[] };
  const imports = Array.from(text.matchAll(/\$\("\.\/([\w-]+\.js)"\)/g));
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

/** Writes for each part whether V8 refused the compiled code that it was given, when the process ends. */
const partWatcher = `
  const { writeFileSync } = require('node:fs');
  const vm = require('node:vm');
  const refusals = [];
  vm.Script = class extends vm.Script {
    constructor(text, options) {
      super(text, options);
      if (options.cachedData) refusals.push(this.cachedDataRejected);
    }
  };
  process.on('exit', () => writeFileSync(__dirname + '/refusals.json', JSON.stringify(refusals)));
`;

test('a start takes the compiled code of the one before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-watcher-'));
  const watcherFile = join(folder, 'watcher.cjs');
  writeFileSync(watcherFile, partWatcher);
  const environment = { XDG_CACHE_HOME: folder, NODE_OPTIONS: `--require=${watcherFile}` };
  const listRefusals = () =>
    JSON.parse(readFileSync(join(folder, 'refusals.json'), 'utf8')) as boolean[];
  try {
    const first = await startParley('upstreams: {}', environment);
    await vi.waitFor(
      () => expect(readdirSync(folder, { recursive: true }).join()).toMatch(/start-\w+\.code/),
      30_000,
    );
    await first.stop();
    expect(listRefusals()).toEqual([]);
    await (await startParley('upstreams: {}', environment)).stop();
    expect(listRefusals().length).toBeGreaterThan(10);
    expect(listRefusals()).not.toContain(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
