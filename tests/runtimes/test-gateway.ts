/** A gateway on any runtime, and calls of it, for the tests of this folder. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScriptedUpstream, type ScriptedUpstream } from '@parley/testkit';
import { startRuntime, type RunningGateway } from '../../scripts/serving.mjs';
import type { Row } from './rows.ts';

/** A gateway on a runtime, with a scripted upstream of two dialects. */
export interface TestGateway {
  readonly gateway: RunningGateway;
  readonly upstream: ScriptedUpstream;
  /** The configuration file. */
  readonly file: string;
  /** Sends a chat completions request. */
  ask(body: object, signal?: AbortSignal): Promise<Response>;
  /** The newest recorded exchange. */
  readLast(): Promise<Record<string, unknown> | undefined>;
  close(): Promise<void>;
}

/** Models by the dialect of their upstream. */
export const sameDialect = 'chat/scripted-model';
export const otherDialect = 'messages/scripted-model';
/** A model whose responses are passed on as they are to clients of the Responses format. */
export const responsesDialect = 'responses/scripted-model';

const messages = [{ role: 'user', content: 'Hi' }];
/** Concurrent connections of the upstream, and the time-out of its waits on a busy machine in milliseconds. */
const upstreamOptions = { maximumConnections: 8_192, waitMilliseconds: 10_000 };

/** @param environment added to that of the row */
export async function startTestGateway(
  { runtime, program, environment: own }: Row,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-runtime-'));
  const upstream = await createScriptedUpstream(upstreamOptions);
  const file = join(folder, 'parley.yaml');
  await writeFile(file, configure(upstream.url));
  const gateway = await startRuntime(runtime, {
    ...(program !== undefined && { program }),
    environment: { PARLEY_CONFIG: file, ...own, ...environment },
  });
  return {
    gateway,
    upstream,
    file,
    ask: (body, signal) => ask(gateway, body, signal),
    readLast: () => readLast(gateway),
    async close() {
      await gateway.stop();
      await upstream.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param prefix of the upstreams' names */
export function configure(url: string, prefix = ''): string {
  const models = ['scripted-model'];
  return JSON.stringify({
    upstreams: {
      [`${prefix}chat`]: { provider: 'openai-compatible', base_url: `${url}/v1`, models },
      [`${prefix}messages`]: {
        provider: 'anthropic-compatible',
        base_url: url,
        credential: 'upstream-credential',
        models,
      },
      [`${prefix}responses`]: {
        provider: 'openai-compatible',
        dialect: 'openai-responses',
        base_url: `${url}/v1`,
        models,
      },
    },
    prices: [{ match: '*', input: 1, output: 2 }],
  });
}

export function ask(
  { url, key }: Pick<RunningGateway, 'url' | 'key'>,
  body: object,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: sameDialect, messages, ...body }),
    ...(signal && { signal }),
  });
}

export async function readLast(
  gateway: Pick<RunningGateway, 'url' | 'adminToken'>,
): Promise<Record<string, unknown> | undefined> {
  const { data } = await administer<{ data: Record<string, unknown>[] }>(
    gateway,
    'exchanges?limit=1',
  );
  return data[0];
}

/** Calls the admin API: GET, or POST with a body. */
export async function administer<Answer>(
  { url, adminToken }: Pick<RunningGateway, 'url' | 'adminToken'>,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${url}/admin/v1/${path}`, {
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

/** Follows exchanges through the admin API, event by event. @throws Error if the request is refused */
export async function follow(
  { url, adminToken }: Pick<RunningGateway, 'url' | 'adminToken'>,
  signal?: AbortSignal,
): Promise<{ next(): Promise<string> }> {
  const response = await fetch(`${url}/admin/v1/exchanges/live`, {
    headers: { authorization: `Bearer ${adminToken}` },
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(await response.text());
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  return {
    async next() {
      let text = '';
      while (!text.endsWith('\n\n')) {
        const step = await reader?.read();
        if (step?.value === undefined) throw new Error(`The stream ended after ${text}.`);
        text += decoder.decode(step.value, { stream: true });
      }
      return text;
    },
  };
}
