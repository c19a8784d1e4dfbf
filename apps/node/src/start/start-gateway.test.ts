import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCli, type CliProcess } from '../testing/cli-process.ts';
import { listen } from '../testing/test-server.ts';

let folder: string;
let running: CliProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-start-'));
  running = [];
});

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true });
});

function start(...words: readonly string[]): CliProcess {
  const environment = { PARLEY_DATA: join(folder, 'data') };
  const cli = startCli(['start', '--port', '0', '--no-local', ...words], { folder, environment });
  running.push(cli);
  return cli;
}

interface Greeting {
  readonly base: string;
  readonly key: string | undefined;
  readonly text: string;
}

async function greet(cli: CliProcess): Promise<Greeting> {
  await cli.whenWritten(/Try it\n[^']*'[^']*'\n/);
  const text = cli.output.stderr;
  return {
    base: /Base URL +(\S+)/.exec(text)?.[1] ?? '',
    key: readSecret('PARLEY_KEY'),
    text,
  };
}

/** A secret in the file that a first start without a terminal writes. */
function readSecret(name: string): string | undefined {
  const text = readFileSync(secretsFile(), 'utf8');
  return new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1];
}

function secretsFile(): string {
  return join(folder, 'data', 'first-secrets.env');
}

/** An upstream whose one stream waits for the test. */
async function startUpstream(): Promise<{ readonly url: string; finish(): void }> {
  let finish: (() => void) | undefined;
  const url = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = { id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm' };
    const write = (delta: object, finish_reason: string | null) =>
      response.write(
        `data: ${JSON.stringify({ ...event, choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      );
    write({ role: 'assistant', content: 'first' }, null);
    finish = () => {
      write({ content: ' last' }, null);
      write({}, 'stop');
      response.end('data: [DONE]\n\n');
    };
  });
  return { url: `${url}/v1`, finish: () => finish?.() };
}

function writeConfiguration(text: string): void {
  writeFileSync(join(folder, 'parley.yaml'), text);
}

function callStream({ base, key }: Greeting): Promise<Response> {
  return fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key ?? ''}`, 'content-type': 'application/json' },
    body: '{"model":"mine/m","stream":true,"messages":[{"role":"user","content":"hi"}]}',
  });
}

describe('a first start', () => {
  it('prints a command that works when it is copied', async () => {
    const { text, key } = await greet(start());
    const [command = ''] = text.slice(text.indexOf('curl ')).split('\n\n');
    const answer = execFileSync('sh', ['-c', command], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, PARLEY_KEY: key },
    });
    expect(JSON.parse(String(answer))).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant' } }],
    });
    expect(key).toMatch(/^sk-parley-\w{49}$/);
  });

  it('writes no secret to a log: they are in a file for its owner, once', async () => {
    const first = start();
    await greet(first);
    expect(readSecret('PARLEY_ADMIN_TOKEN')).toMatch(/^parley-admin-\w{49}$/);
    expect(statSync(secretsFile()).mode & 0o777).toBe(0o600);
    first.child.kill('SIGTERM');
    const { stdout, stderr, code } = await first.ended;
    expect([stdout, code]).toEqual(['', 0]);
    expect(stderr).toContain(secretsFile());
    expect(stderr).not.toMatch(/sk-parley-\w{20}|parley-admin-/);
    writeFileSync(secretsFile(), 'PARLEY_KEY=kept');
    const later = await greet(start());
    expect(later.text).toContain('`parley keys create` makes another');
    expect(later.text).not.toMatch(/sk-parley-\w{20}|parley-admin-/);
    expect(readSecret('PARLEY_KEY')).toBe('kept');
  });

  it('creates nothing when the configuration is faulty', async () => {
    writeConfiguration('upstream: {}\n');
    expect(await start().ended).toMatchObject({ code: 2 });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('keeps the secrets for a later start when the port is taken', async () => {
    const { base } = await greet(start());
    const second = startCli(['--no-local', '--port', new URL(base).port], {
      folder,
      environment: { PARLEY_DATA: join(folder, 'other') },
    });
    const { code, stderr } = await second.ended;
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /^parley: Parley runs on 127\.0\.0\.1:\d+ already, with another data folder\. Try: parley --port \d+\n$/,
    );
  });

  it('says that it runs already, with the same data folder', async () => {
    const first = start();
    const { base } = await greet(first);
    const { code, stderr } = await startCli(['--no-local', '--port', new URL(base).port], {
      folder,
      environment: { PARLEY_DATA: join(folder, 'data') },
    }).ended;
    expect(code).toBe(5);
    expect(stderr).toBe(
      `parley: Parley runs on ${new URL(base).host} already, with the same data folder (process ${String(first.child.pid)}).\n`,
    );
  });
});

describe('a signal to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends an idle gateway (%s)', async (signal) => {
    const cli = start();
    const { base } = await greet(cli);
    await (await fetch(`${base}/healthz`)).text();
    cli.child.kill(signal);
    expect((await cli.ended).code).toBe(0);
  });

  it('lets a running stream finish and accepts no new connection', async () => {
    const upstream = await startUpstream();
    writeConfiguration(
      `upstreams:\n  mine: {provider: openai-compatible, base_url: "${upstream.url}", models: [m]}\n`,
    );
    const cli = start();
    const greeting = await greet(cli);
    const response = await callStream(greeting);
    cli.child.kill('SIGTERM');
    await cli.whenWritten(/Shutting down/);
    await wait(100);
    await expect(fetch(`${greeting.base}/healthz`)).rejects.toThrow();
    upstream.finish();
    const text = await response.text();
    expect(text).toContain(' last');
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    expect((await cli.ended).code).toBe(0);
  });

  it('ends a stream that takes too long with an error event', async () => {
    const upstream = await startUpstream();
    writeConfiguration(
      `upstreams:\n  mine: {provider: openai-compatible, base_url: "${upstream.url}", models: [m]}\n`,
    );
    const cli = start('--grace', '0');
    const response = await callStream(await greet(cli));
    cli.child.kill('SIGTERM');
    const text = await response.text();
    expect(text).toContain('first');
    expect(text).toMatch(/event: error\ndata: \{"error".*\n\n$/);
    expect((await cli.ended).code).toBe(0);
  });

  it('ends at once when it comes twice', async () => {
    const upstream = await startUpstream();
    writeConfiguration(
      `upstreams:\n  mine: {provider: openai-compatible, base_url: "${upstream.url}", models: [m]}\n`,
    );
    const cli = start();
    const response = await callStream(await greet(cli));
    cli.child.kill('SIGTERM');
    await cli.whenWritten(/Shutting down/);
    cli.child.kill('SIGTERM');
    expect((await cli.ended).code).toBe(143);
    await expect(response.text()).rejects.toThrow();
  });
});

describe('a changed configuration', () => {
  const good =
    'upstreams:\n  one: {provider: openai-compatible, base_url: "http://127.0.0.1:9/v1", models: [m]}\n';

  async function listModels({ base, key }: Greeting): Promise<string> {
    const headers = { authorization: `Bearer ${key ?? ''}` };
    return (await fetch(`${base}/v1/models`, { headers })).text();
  }

  it.each(['the file is written', 'SIGHUP comes'])('is applied when %s', async (way) => {
    writeConfiguration(good);
    const cli = start();
    const greeting = await greet(cli);
    expect(await listModels(greeting)).toContain('one/m');
    writeConfiguration(good.replace('one:', 'two:'));
    if (way === 'SIGHUP comes') cli.child.kill('SIGHUP');
    await cli.whenWritten(/The configuration was reloaded/);
    expect(await listModels(greeting)).toContain('two/m');
  });

  it.each(['the file is written', 'SIGHUP comes'])(
    'is refused whole with its lines when %s, and the running one stays',
    async (way) => {
      writeConfiguration(good);
      const cli = start();
      const greeting = await greet(cli);
      const faulty = `${good}
models:
  x: {targets: [{upstream: nowhere}]}
groups:
  default: {tiers: [{match: exact, name: a}], multiplier: -1}
prices:
  - {match: a, input: cheap}
`;
      writeConfiguration(faulty.replace('one:', 'two:'));
      if (way === 'SIGHUP comes') cli.child.kill('SIGHUP');
      const [line] = await cli.whenWritten(/\{.*was not reloaded.*\}/);
      expect(line).toMatch(/parley\.yaml:5:\d+ {2}models\.x\.targets\.0\.upstream/);
      expect(line).toMatch(/parley\.yaml:7:\d+ {2}groups\.default\.tiers\.0/);
      expect(line).toMatch(/parley\.yaml:7:\d+ {2}groups\.default\.multiplier/);
      expect(line).toMatch(/parley\.yaml:9:\d+ {2}prices\.0\.input/);
      const models = await listModels(greeting);
      expect(models).toContain('one/m');
      expect(models).not.toContain('two/m');
      writeConfiguration(good.replace('one:', 'three:'));
      await cli.whenWritten(/The configuration was reloaded/);
      expect(await listModels(greeting)).toContain('three/m');
    },
  );

  it('is kept when the file is moved away or emptied, and replaced by the next one', async () => {
    writeConfiguration(`${good}metrics: public\n`);
    const cli = start();
    const greeting = await greet(cli);
    const readSuccess = async () => {
      const text = await (await fetch(`${greeting.base}/metrics`)).text();
      return /^parley_config_last_reload_successful (\d)$/m.exec(text)?.[1];
    };
    expect(await readSuccess()).toBe('1');
    renameSync(join(folder, 'parley.yaml'), join(folder, 'parley.old'));
    const [line] = await cli.whenWritten(/\{.*was not reloaded.*\}/);
    expect(line).toContain('This file cannot be read: it does not exist.');
    expect(await readSuccess()).toBe('0');
    writeConfiguration('');
    await cli.whenWritten(/\{.*This file is empty.*\}/);
    expect(await listModels(greeting)).toContain('one/m');
    writeConfiguration(`${good.replace('one:', 'two:')}metrics: public\n`);
    await cli.whenWritten(/The configuration was reloaded/);
    expect(await readSuccess()).toBe('1');
    expect(await listModels(greeting)).toContain('two/m');
  });

  it('is applied when a symbolic link changes, as for mounted configurations', async () => {
    for (const name of ['one', 'two']) {
      mkdirSync(join(folder, `..${name}`));
      writeFileSync(join(folder, `..${name}`, 'parley.yaml'), good.replace('one:', `${name}:`));
    }
    symlinkSync('..one', join(folder, '..data'));
    symlinkSync(join('..data', 'parley.yaml'), join(folder, 'parley.yaml'));
    const cli = start();
    const greeting = await greet(cli);
    symlinkSync('..two', join(folder, '..next'));
    renameSync(join(folder, '..next'), join(folder, '..data'));
    await cli.whenWritten(/The configuration was reloaded/);
    expect(await listModels(greeting)).toContain('two/m');
  });

  it('is applied when a secret file that it names changes, also one that it names only now', async () => {
    const credentials: (string | undefined)[] = [];
    const upstream = await listen((request, response) => {
      credentials.push(request.headers.authorization);
      response.writeHead(400).end('{}');
    });
    const write = (secret: string) => {
      writeConfiguration(
        `upstreams:\n  one: {provider: openai-compatible, base_url: "${upstream}/v1", credential: "file:${secret}", models: [m]}\n`,
      );
    };
    mkdirSync(join(folder, 'later'));
    for (const name of ['token', join('later', 'token')]) {
      writeFileSync(join(folder, name), 'old');
    }
    write('token');
    const cli = start();
    const { base, key = '' } = await greet(cli);
    const call = async () => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ model: 'one/m', messages: [{ role: 'user', content: 'Hi' }] });
      await fetch(`${base}/v1/chat/completions`, { method: 'POST', headers, body });
      return credentials.at(-1);
    };
    expect(await call()).toBe('Bearer old');
    writeFileSync(join(folder, 'token'), 'new');
    await expect.poll(call, { timeout: 10_000 }).toBe('Bearer new');
    write('later/token');
    await expect.poll(call, { timeout: 10_000 }).toBe('Bearer old');
    writeFileSync(join(folder, 'later', 'token'), 'newest');
    await expect.poll(call, { timeout: 10_000 }).toBe('Bearer newest');
  });

  it('applies groups and prices, and reports what needs a restart', async () => {
    writeConfiguration(good);
    const cli = start();
    const greeting = await greet(cli);
    writeConfiguration(`${good}
groups: {default: {models: [best], tiers: [{match: exact, name: other, to: best}]}}
models: {best: {targets: [{upstream: one, model: m}]}}
prices: [{match: 'one/*', input: 1, output: 2}]
store: {redis: 'redis://127.0.0.1:9'}
`);
    await cli.whenWritten(/The change of the store takes effect at the next start/);
    const models = await listModels(greeting);
    expect(models).toContain('"best"');
    expect(models).not.toContain('one/m');
  });
});

describe('the log in JSON', () => {
  it('has no banner, and says where the gateway listens and where the first secrets are', async () => {
    const file = join(folder, 'parley.yaml');
    writeFileSync(file, 'upstreams: {}\n');
    const cli = start('--log-format', 'json');
    await cli.whenWritten(/"message":"Listening\.".*\n/);
    const lines = cli.output.stderr.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        message: 'The first key and admin token are in a file for its owner.',
        file: secretsFile(),
      },
      { level: 'info', message: 'Listening.', configuration: file },
    ]);
    expect(lines[1]).toMatch(/"address":"http:.*"version":"\d.*"store":".*parley\.db"/);
  });

  it('has the line of a start below the banner, too', async () => {
    const cli = start();
    const [line] = await cli.whenWritten(/\{.*"message":"Listening\.".*\}/);
    expect(JSON.parse(line)).toMatchObject({ level: 'info' });
    await greet(cli);
  });
});
