import { describe, expect, it, vi } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { type UpstreamCall, UpstreamConnectionError, type UpstreamTransport } from '../../ports.ts';
import { createSnapshot, type Snapshot } from '../routing/snapshot.ts';
import { discoverAll, discoverModels } from './discovery.ts';

interface Script {
  readonly status?: number;
  readonly pieces?: readonly string[];
  readonly fails?: 'at once' | 'in the middle';
}

/** A transport with scripted responses that records its requests. */
function scripted({ status = 200, pieces = [], fails }: Script) {
  const calls: UpstreamCall[] = [];
  let canceled = 0;
  const transport: UpstreamTransport = {
    send(call) {
      calls.push(call);
      if (fails === 'at once')
        return Promise.reject(new UpstreamConnectionError(true, 'refused at 10.0.0.1'));
      const left = [...pieces];
      const read = () => {
        const piece = left.shift();
        if (piece === undefined && fails !== undefined) return Promise.reject(new Error('reset'));
        return Promise.resolve(piece === undefined ? undefined : new TextEncoder().encode(piece));
      };
      const cancel = () => {
        canceled++;
      };
      return Promise.resolve({ status, headers: new Headers(), body: { read, cancel } });
    },
    close: () => Promise.resolve(),
  };
  return { transport, calls, canceled: () => canceled };
}

function snapshotOf(upstreams: unknown): Snapshot {
  return createSnapshot(configurationSchema.parse({ upstreams }));
}

const chat = { provider: 'openai-compatible', base_url: 'http://a/v1', credential: 'secret-1' };

function ask(script: Script, options = {}) {
  const upstream = snapshotOf({ a: chat }).upstreams.get('a');
  if (upstream === undefined) throw new Error('There is no upstream.');
  return discoverModels(upstream, scripted(script).transport, options);
}

describe('discoverModels', () => {
  it.each<[string, Script]>([
    ['the connection failed', { fails: 'at once' }],
    ['the connection failed', { fails: 'in the middle', pieces: ['{"data"'] }],
    ['it answered with status 401', { status: 401, pieces: ['{"error":"secret-1"}'] }],
    ['it answered with status 302', { status: 302 }],
    ['the answer is no list of models', { pieces: ['<html>secret-1</html>'] }],
    ['the answer is no list of models', { pieces: ['{"data":'] }],
    ['the answer is no list of models', {}],
  ])('says that %s', async (reason, script) => {
    const { models, problem } = await ask(script);
    expect(models).toEqual([]);
    expect(problem).toBe(`The models of the upstream a could not be listed: ${reason}.`);
  });

  it('says what the transport knows of a failed connection, and passes the way on', async () => {
    const network = { proxy: 'http://proxy.test', ca: '-----BEGIN CERTIFICATE-----' };
    const upstream = snapshotOf({ a: { ...chat, ...network } }).upstreams.get('a');
    if (upstream === undefined) throw new Error('There is no upstream.');
    const send = vi.fn<UpstreamTransport['send']>(() =>
      Promise.reject(new UpstreamConnectionError(true, undefined, 'its proxy cannot be reached')),
    );
    const { problem } = await discoverModels(upstream, { send, close: () => Promise.resolve() });
    expect(problem).toBe(
      'The models of the upstream a could not be listed: its proxy cannot be reached.',
    );
    expect(send.mock.calls[0]?.[0].network).toEqual(network);
  });

  it('rejects a list that is too long', async () => {
    const pieces = Array.from({ length: 20 }, () => ' '.repeat(100_000));
    expect((await ask({ pieces })).problem).toContain('the list is too long');
  });

  it('times out for an upstream that does not answer, also if the transport ignores the signal', async () => {
    const silent: UpstreamTransport = {
      send: () => new Promise(() => undefined),
      close: () => Promise.resolve(),
    };
    const upstream = snapshotOf({ a: chat }).upstreams.get('a');
    const asked = upstream && (await discoverModels(upstream, silent, { timeoutMs: 10 }));
    expect(asked?.problem).toContain('it took too long');
  });

  it('requests the right URL, with credential and version, and releases the connection', async () => {
    const { transport, calls, canceled } = scripted({ pieces: ['{"da', 'ta":[{"id":"ä"}]}'] });
    const native = { provider: 'gemini-compatible', credential: 'secret-3' };
    const responses = { provider: 'responses-compatible', credential: 'secret-4' };
    const { upstreams } = snapshotOf({
      a: { ...chat, headers: { 'X-Team': 'b' } },
      m: { provider: 'anthropic-compatible', base_url: 'http://m', credential: 'secret-2' },
      g: { ...native, base_url: 'http://g?v=2' },
      r: { ...responses, base_url: 'http://r/v1' },
    });
    for (const upstream of upstreams.values()) {
      expect(await discoverModels(upstream, transport)).toEqual({ models: [{ name: 'ä' }] });
    }
    expect(calls.map(({ method, url, headers }) => ({ method, url, headers }))).toEqual([
      {
        method: 'GET',
        url: 'http://a/v1/models?limit=1000',
        headers: { authorization: 'Bearer secret-1', 'x-team': 'b' },
      },
      {
        method: 'GET',
        url: 'http://m/v1/models?limit=1000',
        headers: { 'x-api-key': 'secret-2', 'anthropic-version': '2023-06-01' },
      },
      {
        method: 'GET',
        url: 'http://g/v1beta/models?v=2&pageSize=1000',
        headers: { 'x-goog-api-key': 'secret-3' },
      },
      {
        method: 'GET',
        url: 'http://r/v1/models?limit=1000',
        headers: { authorization: 'Bearer secret-4' },
      },
    ]);
    expect(canceled()).toBe(4);
  });

  it.each([
    ['google', { credential: 'k' }, 'x-goog-api-key'],
    ['google', { credential: 'k', dialect: 'openai-chat' }, 'authorization'],
    ['gemini-compatible', { credential: 'k', base_url: 'http://g' }, 'x-goog-api-key'],
  ])('names the models of %s (%j) as its endpoint takes them', async (provider, more, header) => {
    const pieces = ['{"models":[{"name":"models/a"},{"name":"b"}]}'];
    const { transport, calls } = scripted({ pieces });
    const upstream = snapshotOf({ g: { provider, ...more } }).upstreams.get('g');
    const asked = upstream && (await discoverModels(upstream, transport));
    expect(asked).toEqual({ models: [{ name: 'a' }, { name: 'b' }] });
    expect(Object.keys(calls[0]?.headers ?? {})).toEqual([header]);
  });
});

describe('discoverAll', () => {
  it('skips configured lists and unresponsive upstreams, and logs the latter', async () => {
    const { transport, calls } = scripted({ fails: 'at once' });
    const snapshot = snapshotOf({
      a: chat,
      b: { ...chat, models: ['x'] },
      demo: { provider: 'demo' },
    });
    const lines: string[] = [];
    const log = (level: string, message: string) => {
      lines.push(`${level} ${message}`);
    };
    const discovered = await discoverAll({ transport, log }, snapshot);
    expect(calls).toHaveLength(1);
    expect([...discovered.keys()]).toEqual(['demo']);
    expect(discovered.get('demo')).toContainEqual({ name: 'echo' });
    expect(lines).toEqual([
      'warn The models of the upstream a could not be listed: the connection failed.',
    ]);
    expect(lines.join()).not.toContain('10.0.0.1');
  });
});
