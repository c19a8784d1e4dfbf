import { text as readText } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';
import { listen } from '../../testing/test-server.ts';

interface Answer {
  readonly status?: number;
  readonly body: string;
}

/** A server that answers every request alike. Returns its URL and the bodies of the requests. */
async function answerAlike({ status = 200, body }: Answer) {
  const requests: string[] = [];
  const url = await listen((request, response) => {
    void readText(request).then((text) => {
      requests.push(text);
      response.writeHead(status).end(body);
    });
  });
  return { url, requests };
}

const chunk = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

describe('parley chat with a gateway that runs', () => {
  let cli: CliFolder;
  beforeAll(async () => {
    cli = createCliFolder();
    await cli.start(['start', '--port', '0', '--no-local']).whenWritten(/127\.0\.0\.1:\d+/);
  });
  afterAll(() => cli.remove());

  it('streams the answer, with a key of its own', async () => {
    const { code, stdout, stderr } = await cli.call(['chat', 'demo/echo', 'Hello', 'there']);
    expect([code, stdout]).toEqual([0, 'Hello there\n']);
    expect(stderr).toMatch(/^Created the key sk-\S+ for parley chat; it expires in one day\.\n$/);
    expect((await cli.call(['chat', 'demo/echo', 'Again'])).stderr).toBe('');
  });

  it('writes the whole answer as JSON', async () => {
    const reply = await cli.callJson<object>('chat', 'demo/echo', 'Hello');
    expect(reply).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'Hello' } }],
    });
  });

  it('reads the prompt, or a part of it, from standard input', async () => {
    const whole = await cli.run(['chat', 'demo/echo'], {}, 'From a pipe\n');
    expect(whole.stdout).toBe('From a pipe\n');
    const part = await cli.run(['chat', 'demo/echo', 'Review:', '-'], {}, 'a\nb\n');
    expect(part.stdout).toBe('Review:\n\na\nb\n');
    const empty = await cli.run(['chat', 'demo/echo']);
    expect([empty.code, empty.stderr]).toEqual([
      1,
      expect.stringContaining('The prompt is empty.'),
    ]);
  });

  it('reports a model that the key cannot call, as not found', async () => {
    const { code, stdout, stderr } = await cli.call(['chat', 'no-such-model', 'Hello']);
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toContain('no-such-model');
  });

  it('reports a stream that fails, after the text that came', async () => {
    const { code, stdout, stderr } = await cli.call(['chat', 'demo/error-midstream', 'Hello']);
    expect(code).toBe(6);
    expect(stdout).toMatch(/^\S.*\n$/);
    expect(stderr).toMatch(/^parley: \S/);
  });
});

describe('parley chat', () => {
  let cli: CliFolder;
  beforeEach(() => {
    cli = createCliFolder();
  });
  afterEach(() => cli.remove());

  const ask = (url: string, ...words: readonly string[]) =>
    cli.call(['chat', 'smart', ...words, 'Hello'], { PARLEY_KEY: 'sk-mine', PARLEY_URL: url });

  it('sends the instructions before the prompt', async () => {
    const { url, requests } = await answerAlike({
      body: `${chunk({ content: 'Yes' })}data: [DONE]\n\n`,
    });
    expect((await ask(url, '--system', 'Be brief.')).stdout).toBe('Yes\n');
    expect(JSON.parse(requests[0] ?? '')).toEqual({
      model: 'smart',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      stream: true,
    });
  });

  it('says that the answer ended at a limit', async () => {
    const body = `${chunk({ content: 'One' })}${chunk({}, 'length')}data: [DONE]\n\n`;
    const { code, stderr } = await ask((await answerAlike({ body })).url);
    expect([code, stderr]).toEqual([0, expect.stringContaining('ended at a limit of its length')]);
  });

  it('reports a stream without an end', async () => {
    const { code, stdout, stderr } = await ask(
      (await answerAlike({ body: chunk({ content: 'One' }) })).url,
    );
    expect([code, stdout, stderr]).toEqual([6, 'One\n', 'parley: The answer broke off.\n']);
  });

  it.each([
    {
      status: 401,
      body: '{"error":{"message":"The key is unknown."}}',
      exitCode: 3,
      message: 'The key is unknown.',
    },
    {
      status: 429,
      body: '{"error":{"message":"The quota is spent."}}',
      exitCode: 1,
      message: 'The quota is spent.',
    },
    { status: 502, body: '<html>', exitCode: 6, message: 'The server answered with status 502.' },
  ])('reports an answer of status $status', async ({ status, body, exitCode, message }) => {
    const { code, stderr } = await ask((await answerAlike({ status, body })).url);
    expect([code, stderr]).toEqual([exitCode, `parley: ${message}\n`]);
  });

  it('reports that no gateway answers', async () => {
    const { code, stderr } = await ask('http://127.0.0.1:1');
    expect([code, stderr]).toEqual([6, expect.stringContaining('No gateway answers')]);
  });

  it('creates no key before a gateway answers', async () => {
    const gone = { PARLEY_URL: 'http://127.0.0.1:1' };
    const { code, stderr } = await cli.call(['chat', 'smart', 'Hello'], gone);
    expect([code, stderr]).toEqual([6, expect.stringMatching(/^parley: No gateway answers/)]);
  });
});
