import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer, Agent, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { createFolder, program, startProcess } from './parley.ts';

/** Runs a program that may have so many files open; needs Linux, where the folder `/proc` counts them. */
const mostFiles = 120;
const withFewFiles = ['sh', '-c', `ulimit -n ${String(mostFiles)} && exec "$@"`, 'sh'];

const reply = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

/** Closes each connection, so that every call needs another one. */
async function startUpstream() {
  const server = createHttpServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      outgoing.setHeader('connection', 'close').setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/v1`, close: () => server.close() };
}

async function start(upstream: string) {
  const folder = await createFolder(
    `upstreams:\n  up: { provider: openai, base_url: '${upstream}', credential: sk-x, models: [m] }\n`,
  );
  const parley = await startProcess(folder, {}, [...withFewFiles, process.execPath, program]);
  await parley.find(/Try it/);
  const secrets = await readFile(join(folder, 'data', 'first-secrets.env'), 'utf8');
  const [, key = '', adminToken = ''] = /KEY=(.+)\n.+TOKEN=(.+)\n/.exec(secrets) ?? [];
  const countFiles = async (): Promise<number> =>
    (await readdir(`/proc/${String(parley.pid)}/fd`)).length;
  const end = async (): Promise<void> => {
    await parley.end('SIGTERM');
    await rm(folder, { recursive: true });
  };
  return { url: parley.url, key, adminToken, countFiles, end };
}

/** Sends requests on one connection, which is open before no other can be opened. */
function createClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (path: string, secret: string, body?: object): Promise<string> =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
      const method = body === undefined ? 'GET' : 'POST';
      const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
        let text = `${String(response.statusCode)} `;
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve(text);
        });
      });
      sent.on('error', () => {
        resolve('no response');
      });
      sent.end(body && JSON.stringify(body));
    });
  return { send, close: () => agent.destroy() };
}

it.runIf(process.platform === 'linux')(
  'too many open files are no fault of an upstream, and what could not be loaded meanwhile is loaded later',
  async () => {
    const upstream = await startUpstream();
    const { url, key, adminToken, countFiles, end } = await start(upstream.url);
    const { send, close } = createClient(url);
    const messages = [{ role: 'user', content: 'Hi' }];
    const ask = () => send('/v1/chat/completions', key, { model: 'm', messages });
    const readHealth = () => send('/admin/v1/health', adminToken);
    const idle: Socket[] = [];
    try {
      expect(await ask()).toMatch(/^200 /);
      await expect
        .poll(
          async () => {
            idle.push(connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined));
            return (await countFiles()) >= mostFiles && (await ask());
          },
          { timeout: 20_000, interval: 5 },
        )
        .toMatch(/^503 .*too many open files.*too_many_open_files/);
      for (let call = 0; call < 3; call += 1) expect(await ask()).toMatch(/^503 /);
      await readHealth();

      for (const socket of idle) socket.destroy();
      await expect.poll(countFiles).toBeLessThan(mostFiles / 2);
      const health = await readHealth();
      expect(health).toMatch(/^200 .*"upstream":"up"[^}]*"state":"ready"/);
      expect(await ask()).toMatch(/^200 /);
    } finally {
      for (const socket of idle) socket.destroy();
      close();
      upstream.close();
      await end();
    }
  },
  60_000,
);
