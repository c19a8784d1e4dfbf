import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../testing/cli-folder.ts';
import { listen } from '../testing/test-server.ts';

let cli: CliFolder;

beforeEach(async () => {
  cli = createCliFolder();
  const busy = await startUpstream(503, { error: { message: 'Too busy for us.' } });
  const choices = [{ index: 0, message: { role: 'assistant', content: 'a reply of ours' } }];
  const working = await startUpstream(200, {
    ...{ id: 'a', object: 'chat.completion', created: 1, model: 'm' },
    choices: choices.map((choice) => ({ ...choice, finish_reason: 'stop' })),
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  });
  cli.write(
    'parley.yaml',
    `
upstreams:
  busy: { provider: openai-compatible, base_url: '${busy}', credential: secret-of-busy }
  working: { provider: openai-compatible, base_url: '${working}', credential: secret-of-working }
models:
  smart: { targets: [{ upstream: busy, model: m }, { upstream: working, model: m, priority: 1 }] }
prices: [{ match: '*/m', input: 1, output: 1 }]
`,
  );
});

afterEach(() => cli.remove());

/** An upstream that sends the same response to every request. */
async function startUpstream(status: number, body: object): Promise<string> {
  const url = await listen((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  return `${url}/v1`;
}

type Line = Readonly<Record<string, unknown>>;

/** Calls `smart` twice with a limited key. Returns the log lines of the second call. */
async function logCall(level: string): Promise<readonly Line[]> {
  const { secret } = await cli.callJson<{ secret: string }>('keys', 'create', '--quota', '5');
  const gateway = cli.start(['start', '--port', '0', '--no-local', '--log-level', level]);
  const [, base = ''] = await gateway.whenWritten(/Base URL +(\S+)[^]*Try it/);
  await call(base, secret);
  const id = await call(base, secret);
  await gateway.whenWritten(new RegExp(`"message":"exchange","request_id":"${id}"`));
  const written = gateway.output.stderr.split('\n').filter((line) => line.startsWith('{"ts"'));
  // Only this line has an address: that of the gateway itself.
  const text = written.filter((line) => !line.includes('"message":"Listening."')).join('\n');
  expect(text).not.toMatch(/a prompt of ours|a reply of ours|secret-of|127\.0\.0\.1/);
  expect(text).not.toContain(secret);
  return written.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as Line);
}

async function call(base: string, secret: string): Promise<string> {
  const response = await fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: '{"model":"smart","messages":[{"role":"user","content":"a prompt of ours"}]}',
  });
  expect(response.status).toBe(200);
  await response.text();
  return response.headers.get('x-request-id') ?? '';
}

function listNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...listNames(inner)]);
}

it('shows each step of one request at the level debug', async () => {
  const lines = await logCall('debug');
  const debug = lines.filter(({ level }) => level === 'debug');
  const first = { attempt: 1, upstream: 'busy' };
  const second = { attempt: 2, upstream: 'working' };
  expect(debug).toMatchObject([
    { model: 'smart', group: 'default', targets: 'busy/m, working/m' },
    { message: 'Quota is being reserved, which may wait.' },
    { message: 'Quota was reserved.' },
    { message: 'An attempt begins.', ...first, outbound: 'openai-chat' },
    { message: 'The upstream responds.', ...first, status: 503, reused_connection: true },
    { attempt: 1, step: 'next-target', error_code: 'overloaded' },
    { message: 'An attempt begins.', ...second },
    { message: 'The upstream responds.', ...second, status: 200, reused_connection: true },
    { message: 'The response begins.', kind: 'whole' },
    { message: 'A settlement is in the outbox.' },
    { message: 'A request was settled.', charged_nano_usd: 7_000, waiting_settlements: 0 },
  ]);
  const names = new Set(lines.flatMap(listNames));
  expect([...names].filter((name) => !/^[a-z\d]+(_[a-z\d]+)*$/.test(name))).toEqual([]);
});

it('writes none of these lines at the level info', async () => {
  const levels = (await logCall('info')).map(({ level }) => level);
  expect(levels).toEqual(['warn', 'info']);
});
