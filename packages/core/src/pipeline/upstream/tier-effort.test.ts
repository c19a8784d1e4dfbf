import { answerWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { pairs, formatClients } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName, type Format } from '../../testing/test-gateway.ts';

/** A reasoning model for each dialect, and how the dialect sets the reasoning effort. */
const thinkers: Readonly<Record<Format, { model: string; said: object; unsaid: string }>> = {
  chat: { model: 'gpt-5', said: { reasoning_effort: 'high' }, unsaid: 'reasoning_effort' },
  messages: {
    model: 'claude-opus-4-6',
    said: { output_config: { effort: 'high' } },
    unsaid: 'output_config',
  },
  gemini: {
    model: 'gemini-3-pro',
    said: { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } },
    unsaid: 'thinkingConfig',
  },
  responses: { model: 'gpt-5', said: { reasoning: { effort: 'high' } }, unsaid: 'reasoning' },
};

/** Models that take no reasoning effort. */
const plain: Readonly<Record<Format, string>> = {
  chat: 'gpt-4o',
  messages: 'claude-3-haiku-20240307',
  gemini: 'gemini-1.5-pro',
  responses: 'gpt-4o',
};

const tierName = 'claude-opus-4-8[1m]';

/** The model that a client names, in its path or in its body. */
function naming(client: Format, name: string) {
  const { path, ask } = formatClients[client];
  const body = { ...ask(4_000, false), ...(client !== 'gemini' && { model: name }) };
  return { path: path.replace(`/${callName}:`, `/${encodeURIComponent(name)}:`), body };
}

describe.each(pairs)('a %s client that names a tier, over %s', (client, format) => {
  async function send(name: string, model: string, options = {}) {
    const { post, store, upstream } = await openTestGateway({
      formats: [format],
      model,
      group: { tiers: [{ match: 'tier', tier: 'opus', to: callName, effort: 'high' }] },
    });
    upstream.script(answerWith({ text: 'Yes.' }));
    const { path, body } = naming(client, name);
    const response = await post(path, body, options);
    return { response, store, upstream };
  }

  async function ask(name: string): Promise<string> {
    const { response, store, upstream } = await send(name, thinkers[format].model);
    expect(response.status).toBe(200);
    expect(store.exchanges[0]?.callName).toBe(callName);
    return JSON.stringify(upstream.requests[0]?.body);
  }

  it('uses the reasoning effort of the tier', async () => {
    const sent: unknown = JSON.parse(await ask(tierName));
    expect(sent).toMatchObject(thinkers[format].said);
  });

  it('does not use it when the request names the model itself', async () => {
    expect(await ask(callName)).not.toContain(`"${thinkers[format].unsaid}"`);
  });

  it('loses nothing when the model cannot think', async () => {
    const strict = { headers: { 'parley-strict': 'true' } };
    const { response } = await send(tierName, plain[format], strict);
    expect([response.status, response.headers.get('parley-translation')]).toEqual([200, 'adapted']);
  });
});

describe('a client that names a tier', () => {
  it('learns what else is lost when the model cannot think', async () => {
    const { post } = await openTestGateway({
      formats: ['messages'],
      model: plain.messages,
      group: { tiers: [{ match: 'tier', tier: 'opus', to: callName, effort: 'high' }] },
    });
    const { path, body } = naming('chat', tierName);
    const response = await post(
      path,
      { ...body, logit_bias: { 5: 1 } },
      { headers: { 'parley-strict': 'true' } },
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'lossy_translation', param: 'sampling.logitBias' },
    });
  });
});
