import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { providers } from '@parley/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listSnippets, type Snippet } from './codebase/snippet.ts';
import { readText, root } from './codebase/workspace.ts';
import { program, startParley, type Parley } from './parley.ts';

// A block marked `run` is executed unchanged, except for the port of the gateway, the key and the path of the
// command line. A block marked `parley.yaml` is a configuration that the gateway must accept.
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
const snippets = pages.flatMap((page) => listSnippets(page, readText(page)));
const runnable = snippets.filter(({ marks }) => marks.includes('run'));
const configurations = snippets.filter(({ marks }) => marks.includes('parley.yaml'));

let gateway: Parley;
beforeAll(async () => {
  gateway = await startParley('');
});
afterAll(async () => {
  await gateway.stop();
});

test('every runnable block of the README is executed here', () => {
  const claims = snippets.filter(({ place }) => place.startsWith('README.md'));
  const code = claims.filter(({ language }) => /^(sh|bash|js|ts|yaml|json)$/.test(language));
  const unchecked = code.filter((snippet) => ![...runnable, ...configurations].includes(snippet));
  expect(unchecked.map(({ text }) => text)).toEqual(['npm start', 'npm test']);
});

test('the README has the right number of providers', () => {
  expect(readText('README.md')).toMatch(/more\s+than a hundred/);
  expect(providers.length).toBeGreaterThan(100);
});

describe('a runnable block', () => {
  test.each(runnable)('$place', async (snippet) => {
    const { code, output, errors } = await run(snippet);
    // The command line writes hints, which are not part of its result, to standard error.
    if (!snippet.text.includes(commandLine)) expect(errors).toBe('');
    expect(code, errors).toBe(0);
    expect(output).not.toBe('');
    expect(output).not.toMatch(/"error":\s*[^\sn]/);
    for (const mark of snippet.marks.filter((each) => each !== 'run')) {
      expect(output).toContain(mark);
    }
  });
});

describe('a configuration', () => {
  const environment = Object.fromEntries(
    configurations
      .flatMap(({ text }) => [...text.matchAll(/\$\{(\w+)\}/g)])
      .map(([, name = '']) => [name, 'a-credential-for-a-test']),
  );

  test.each(configurations)('$place starts a gateway', async ({ text }) => {
    const configured = await startParley(text, environment);
    expect(await configured.stop()).toBe(0);
  });
});

test('the curl command that the first start prints works unchanged', async () => {
  const printed = await vi.waitUntil(() => /curl [\s\S]*?-d '[^']*'/.exec(gateway.output())?.[0]);
  const { code, output } = await execute('sh', ['-c', printed]);
  expect(code).toBe(0);
  expect(output).toContain('"choices"');
});

const commandLine = 'npm run parley --';

interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

function run({ language, text }: Snippet): Promise<Run> {
  const code = text
    .replaceAll('http://127.0.0.1:8787', gateway.url)
    .replaceAll(commandLine, `'${process.execPath}' '${program}'`);
  if (language === 'sh') return execute('sh', ['-euc', code]);
  // Imports resolve from this folder, which depends on the official clients.
  return execute(process.execPath, ['--input-type=module-typescript', '--eval', code]);
}

function execute(file: string, args: readonly string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: join(root, 'tests'),
      env: { PATH: process.env['PATH'], PARLEY_KEY: gateway.key, PARLEY_DATA: gateway.data },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 15_000,
    });
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, output, errors });
    });
  });
}
