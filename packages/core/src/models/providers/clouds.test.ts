// What clouds are sent, at base URLs that name a resource, a region or a project.
import { answerWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import type { UpstreamConfiguration } from '../../configuration/schema.ts';
import { createFetchTransport } from '../../pipeline/upstream/fetch-transport.ts';
import type { UpstreamCall } from '../../ports.ts';
import { formatClients } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { credential, type Format } from '../../testing/test-gateway.ts';

interface Sent {
  readonly upstream: Pick<UpstreamConfiguration, 'provider' | 'base_url'>;
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

describe.each(cases)('$upstream.provider for a client of $client', (sent) => {
  it(`is called at ${sent.url}`, async () => {
    const transport = createFetchTransport();
    const calls: UpstreamCall[] = [];
    let scripted = '';
    const send = (call: UpstreamCall) => {
      calls.push(call);
      return transport.send({ ...call, url: scripted + new URL(call.url).pathname });
    };
    const { post, upstream } = await openTestGateway({
      upstream: { ...sent.upstream, dialect: undefined },
      options: { transport: { ...transport, send } },
    });
    scripted = upstream.url;
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
