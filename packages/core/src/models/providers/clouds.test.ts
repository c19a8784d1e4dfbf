// What clouds are sent, at base URLs that name a resource, a region or a project.
import { answerWith, jsonReply } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import type { UpstreamConfiguration } from '../../configuration/schema.ts';
import { createFetchTransport } from '../../pipeline/upstream/fetch-transport.ts';
import type { UpstreamCall } from '../../ports.ts';
import { formatClients } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName, credential, type Format } from '../../testing/test-gateway.ts';

interface Sent {
  readonly upstream: Pick<UpstreamConfiguration, 'provider' | 'base_url'> &
    Partial<Pick<UpstreamConfiguration, 'headers'>>;
  /** The format of the client. */
  readonly client: Format;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const key = { 'api-key': credential };
const bearer = { authorization: `Bearer ${credential}` };
const azure = 'https://team.openai.azure.com/openai/v1';
const foundry = 'https://team.services.ai.azure.com/anthropic';
const bedrock = 'https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1';
const mantle = 'https://bedrock-mantle.eu-west-1.api.aws/anthropic';
const vertex =
  'https://europe-west1-aiplatform.googleapis.com/v1/projects/p/locations/europe-west1/publishers/google';

const cases: readonly Sent[] = [
  {
    upstream: { provider: 'azure', base_url: azure },
    client: 'chat',
    url: `${azure}/chat/completions`,
    headers: key,
  },
  {
    upstream: { provider: 'azure', base_url: azure },
    client: 'responses',
    url: `${azure}/responses`,
    headers: key,
  },
  {
    upstream: { provider: 'azure', base_url: { 'anthropic-messages': foundry } },
    client: 'messages',
    url: `${foundry}/v1/messages`,
    headers: { ...key, 'anthropic-version': '2023-06-01' },
  },
  {
    upstream: { provider: 'amazon-bedrock', base_url: bedrock },
    client: 'responses',
    url: `${bedrock}/chat/completions`,
    headers: bearer,
  },
  {
    upstream: { provider: 'amazon-bedrock', base_url: { 'anthropic-messages': mantle } },
    client: 'chat',
    url: `${mantle}/v1/messages`,
    headers: { ...bearer, 'anthropic-version': '2023-06-01' },
  },
  {
    upstream: { provider: 'google-vertex', base_url: undefined },
    client: 'gemini',
    url: 'https://aiplatform.googleapis.com/v1/publishers/google/models/scripted-model:generateContent',
    headers: { 'x-goog-api-key': credential },
  },
  {
    upstream: { provider: 'google-vertex', base_url: vertex },
    client: 'chat',
    url: `${vertex}/models/scripted-model:generateContent`,
    headers: { 'x-goog-api-key': credential },
  },
];

/** A gateway whose cloud is scripted: calls of the cloud's addresses arrive at a local upstream. */
async function openCloud(cloud: Sent['upstream']) {
  const transport = createFetchTransport();
  const calls: UpstreamCall[] = [];
  let scripted = '';
  const send = (call: UpstreamCall) => {
    calls.push(call);
    return transport.send({ ...call, url: scripted + new URL(call.url).pathname });
  };
  const gateway = await openTestGateway({
    upstream: { ...cloud, dialect: undefined },
    options: { transport: { ...transport, send } },
  });
  scripted = gateway.upstream.url;
  return { ...gateway, calls };
}

describe.each(cases)('$upstream.provider for a client of $client', (sent) => {
  it(`is called at ${sent.url}`, async () => {
    const { post, upstream, calls } = await openCloud(sent.upstream);
    upstream.script(answerWith({ text: 'Hello from the cloud.' }));
    const { path, ask } = formatClients[sent.client];
    const response = await post(path, ask(200, false));
    expect(await response.text()).toContain('Hello from the cloud.');
    expect(calls).toMatchObject([{ url: sent.url, headers: sent.headers }]);
    const carriers = Object.values(calls[0]?.headers ?? {}).filter((value) =>
      value.includes(credential),
    );
    expect(carriers).toHaveLength(1);
  });
});

it('gets the betas of the configuration in place of those of the client', async () => {
  const headers = { 'anthropic-beta': 'interleaved-thinking-2025-05-14' };
  const cloud = { provider: 'amazon-bedrock', base_url: { 'anthropic-messages': mantle }, headers };
  const { post, upstream, calls } = await openCloud(cloud);
  upstream.script(answerWith({ text: 'Hello.' }));
  const { path, ask } = formatClients.messages;
  const response = await post(path, ask(200, false), {
    headers: { 'anthropic-beta': 'claude-code-20250219,effort-2025-11-24' },
  });
  expect(response.status).toBe(200);
  expect(calls).toMatchObject([{ headers }]);
});

const vertexCloud = { provider: 'google-vertex', base_url: vertex };
const hi = { parts: [{ text: 'Hi' }] };
const models = `/v1beta/models/${callName}`;

describe('tokens on Vertex AI', () => {
  const systemInstruction = { parts: [{ text: 'Be brief.' }] };
  const asked = { contents: [{ role: 'user', ...hi }], systemInstruction };
  const messages = [{ role: 'user', content: 'Hi' }];

  it.each([
    ['/v1/messages/count_tokens', { model: callName, system: 'Be brief.', messages }],
    ['/v1/responses/input_tokens', { model: callName, instructions: 'Be brief.', input: 'Hi' }],
    [`${models}:countTokens`, { contents: [hi], systemInstruction }],
    [
      `${models}:countTokens`,
      {
        generateContentRequest: {
          ...{ model: `models/${callName}`, contents: [hi], systemInstruction },
          toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
          labels: { team: 'a' },
        },
      },
    ],
  ])('are counted for a client of %s, by a body without a request in it', async (path, body) => {
    const { post, upstream, calls } = await openCloud(vertexCloud);
    const counted = { totalTokens: 31, totalBillableCharacters: 90 };
    upstream.script(jsonReply(counted));
    const answer: unknown = await (await post(path, body)).json();
    expect(answer).toEqual(
      path.endsWith(':countTokens') ? counted : expect.objectContaining({ input_tokens: 31 }),
    );
    expect(calls).toMatchObject([{ url: `${vertex}/models/scripted-model:countTokens` }]);
    const { generationConfig: _, ...rest } = upstream.requests[0]?.body as object & {
      generationConfig?: unknown;
    };
    expect(rest).toEqual(asked);
  });
});

describe('contents without a role', () => {
  const body = { contents: [hi, { role: 'model', ...hi }, { role: '', ...hi }] };

  it('are those of the user on Vertex AI, which rejects them', async () => {
    const { post, upstream } = await openCloud(vertexCloud);
    upstream.script(answerWith({ text: 'Hello.' }));
    const response = await post(`${models}:generateContent`, body);
    expect(response.status).toBe(200);
    const roles = ['user', 'model', 'user'].map((role) => ({ role, ...hi }));
    expect(upstream.requests[0]?.body).toEqual({ contents: roles });
  });

  it('stay as they are elsewhere, and so does the text of others', async () => {
    const google = await openTestGateway({ formats: ['gemini'] });
    const vertexToo = await openCloud(vertexCloud);
    const withRole = '{ "contents": [ {"role": "user", "parts": [ {"text": "1.0e1"} ]} ] }';
    for (const [gateway, text] of [
      [google, JSON.stringify(body)],
      [vertexToo, withRole],
    ] as const) {
      gateway.upstream.script(answerWith({ text: 'Hello.' }));
      await gateway.post(`${models}:generateContent`, text);
      expect(gateway.upstream.requests[0]?.text).toBe(text);
    }
  });
});
