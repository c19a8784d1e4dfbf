/** The built function on a local platform, with a scripted upstream. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAdminSecret } from '@parley/core';
import { createScriptedUpstream, type Script, type ScriptedUpstream } from '@parley/testkit';
import { startPlatform, type Platform, type PlatformSettings } from '../../local/platform.mjs';

export interface TestGateway {
  readonly platform: Platform;
  readonly upstream: ScriptedUpstream;
  /** A key without limits. */
  readonly key: string;
  /** Sends a POST request with a body, or a GET request without one, with the key. */
  ask(path: string, body?: unknown, init?: RequestInit): Promise<Response>;
  /** Sends a request to the admin API. */
  administer(path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export type TestGatewaySettings = Partial<PlatformSettings> & { readonly script?: Script };

/** Starting an instance can take long on a busy machine. */
export const startTimeoutMs = 60_000;
const taskRoot = join(import.meta.dirname, '..', '..', 'dist');

export const chatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };

export async function startTestGateway({
  environment,
  script,
  ...settings
}: TestGatewaySettings): Promise<TestGateway> {
  if (!existsSync(join(taskRoot, 'main.mjs'))) throw new Error('Build apps/lambda first.');
  const upstream = await createScriptedUpstream(script ? { script } : {});
  const { secret: adminToken } = await createAdminSecret();
  const platform = await startPlatform({
    taskRoot,
    ...settings,
    environment: {
      PATH: process.env['PATH'],
      PARLEY_ADMIN_TOKEN: adminToken,
      PARLEY_CONFIG_YAML: JSON.stringify(configure(upstream.url)),
      ...environment,
    },
  });
  const send = async (path: string, token: string, { body, ...init }: Sending) =>
    fetch(`${platform.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const administer = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await send(`/admin/v1/${path}`, adminToken, { body });
    if (!response.ok) throw new Error(`${await response.text()}\n${platform.output()}`);
    return response.json();
  };
  const close = async () => {
    await platform.stop();
    await upstream.close();
  };
  try {
    const made = await administer('keys', { name: 'stage', groups: ['default'] });
    const { secret: key } = made as { readonly secret: string };
    return {
      platform,
      upstream,
      key,
      administer,
      close,
      ask: (path, body, init) => send(path, key, { ...init, body }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Sending = Omit<RequestInit, 'body'> & { readonly body?: unknown };

function configure(url: string) {
  return {
    upstreams: {
      remote: {
        provider: 'openai-compatible',
        base_url: `${url}/v1`,
        credential: 'credential-of-ours',
        models: ['m', 'vendor/m'],
      },
    },
  };
}
