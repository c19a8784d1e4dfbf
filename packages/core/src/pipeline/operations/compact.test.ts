import { answerWith, failWith, jsonReply } from '@parley/testkit';
import { codecs, NameMap } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName } from '../../testing/test-gateway.ts';

const path = '/v1/responses/compact';
const input = [{ role: 'user', content: 'Hi' }];
const question = { type: 'message', role: 'user', content: 'Hi' };
const usage = {
  input_tokens: 50,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 57,
};
const compacted = {
  id: 'resp_1',
  object: 'response.compaction',
  created_at: 1_790_000_000,
  output: [question, { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAA' }],
  usage,
};

const target = { model: callName, id: 'x7', createdAt: 1_790_000_000, includeUsage: true };

async function openCompacting(settings: Parameters<typeof openTestGateway>[0] = {}) {
  const testGateway = await openTestGateway({ formats: ['responses'], ...settings });
  testGateway.upstream.script(jsonReply(compacted));
  return testGateway;
}

describe('compacting a conversation', () => {
  it('passes the text of the client and the reply on, and is charged', async () => {
    const { post, upstream, store } = await openCompacting();
    const text = JSON.stringify({ model: callName, input, tools: [], x: 1 }, undefined, 3);
    const response = await post(path, text);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(compacted);
    const [sent] = upstream.requests;
    expect(sent?.target).toBe(path);
    expect(sent?.text).toBe(text.replace(`"${callName}"`, '"scripted-model"'));
    expect(sent?.headers['accept']).toBe('application/json');
    expect(store.exchanges).toMatchObject([
      { endpoint: path, status: 200, usage: { input: 40, cacheRead: 10, output: 5, reasoning: 2 } },
    ]);
  });

  it.each(['chat', 'messages', 'gemini'] as const)(
    'is done by a summary when the upstream speaks %s, with the messages of the user before it',
    async (format) => {
      const { post, upstream, store } = await openTestGateway({ formats: [format] });
      upstream.script(answerWith({ text: 'They greeted.', usage: { input: 50, output: 7 } }));
      const history = [...input, { role: 'assistant', content: 'Hello' }];
      const response = await post(path, { model: callName, input: history });
      expect(response.status).toBe(200);
      expect(response.headers.get('parley-translation')).toBe('adapted');
      const { output, ...rest } = (await response.json()) as { output: readonly object[] };
      expect(rest).toMatchObject({
        object: 'response.compaction',
        usage: { input_tokens: 50, output_tokens: 7 },
      });
      const asked = {
        id: expect.stringMatching(/^msg_in_.+_0$/) as string,
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Hi' }],
        status: 'completed',
      };
      expect(output).toEqual([asked, expect.objectContaining({ type: 'compaction' })]);
      expect(upstream.requests[0]?.text).toMatch(/Hello.*Write that summary now/);
      expect(store.exchanges).toMatchObject([{ status: 200, usage: { input: 50, output: 7 } }]);
      await post('/v1/responses', { model: callName, input: [...output, ...input] });
      expect(upstream.requests[1]?.text).toContain('They greeted.');
    },
  );

  it.each(['length', 'stop'] as const)('fails without a whole summary (%s)', async (finish) => {
    const { post, upstream } = await openTestGateway({ formats: ['chat'] });
    upstream.script(answerWith({ text: finish === 'stop' ? '' : 'They', finish }));
    const response = await post(path, { model: callName, input });
    expect(response.status).toBe(502);
  });

  it('asks only targets that speak the format', async () => {
    const { post, upstreams } = await openTestGateway({ formats: ['chat', 'responses'] });
    upstreams[1]?.script(jsonReply(compacted));
    expect((await post(path, { model: callName, input })).status).toBe(200);
    expect(upstreams.map(({ requests }) => requests.length)).toEqual([0, 1]);
  });

  it('includes the stored conversation that it continues', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['responses'] });
    const first = await post('/v1/responses', { model: callName, input });
    const { id } = (await first.json()) as { id: string };
    upstream.script(jsonReply(compacted));
    const response = await post(path, { model: callName, previous_response_id: id });
    expect(response.status).toBe(200);
    expect(upstream.requests[1]?.body).toMatchObject({
      input: [{ role: 'user' }, { role: 'assistant' }],
      previous_response_id: null,
    });
  });

  it('sends no limit of the output, which the endpoint does not have', async () => {
    const limits = { quota: { tokens: 1_000_000, reset: 'none' } } as const;
    const { post, upstream } = await openCompacting({ key: { limits } });
    expect((await post(path, { model: callName, input })).status).toBe(200);
    expect(upstream.requests[0]?.body).toEqual({ model: 'scripted-model', input });
  });

  it('leaves out what another vendor alone can read, and no option is added', async () => {
    const { post, upstream } = await openCompacting();
    const thought = {
      type: 'reasoning',
      text: 'Hm.',
      providerState: { vendor: 'anthropic', kind: 'signature', data: 'sealed' },
    } as const;
    const choices = [{ index: 0, parts: [thought], finish: { reason: 'stop' } }] as const;
    const { value } = codecs['openai-responses'].encodeReply(
      { choices },
      { ...target, names: new NameMap() },
    );
    const body = { model: callName, input: [...input, ...(value['output'] as object[])] };
    const response = await post(path, body);
    expect(response.headers.get('parley-translation')).toBe('lossy');
    expect(upstream.requests[0]?.body).toEqual({ model: 'scripted-model', input: [question] });
  });

  it.each([404, 405])('is refused when the upstream answers %i', async (status) => {
    const { post, upstream } = await openTestGateway({ formats: ['responses'] });
    upstream.script(failWith(status));
    const response = await post(path, { model: callName, input });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'compaction_not_supported',
        message: 'The upstream of this model does not compact: ask the model for a summary.',
      },
    });
  });

  it('asks the next target when one does not have the endpoint', async () => {
    const { post, upstreams } = await openTestGateway({ formats: ['responses', 'responses'] });
    upstreams[0]?.script(failWith(404));
    upstreams[1]?.script(jsonReply(compacted));
    expect((await post(path, { model: callName, input })).status).toBe(200);
  });
});

describe('a request that ends with a trigger of compaction', () => {
  const body = { model: callName, input: [...input, { type: 'compaction_trigger' }] };

  it('gets the summary of a model whose upstream speaks another format, as Codex reads it', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['messages'] });
    upstream.script(answerWith({ text: ['They ', 'greeted.'] }));
    const response = await post('/v1/responses', { ...body, stream: true, store: false });
    const done = (await response.text()).match(/^data: .*"response.output_item.done".*$/gm) ?? [];
    expect(done).toHaveLength(1);
    expect(done[0]).toMatch(/"type":"compaction","encrypted_content":"parley1\./);
  });

  it('asks only targets that speak the format', async () => {
    const { post, upstreams } = await openTestGateway({ formats: ['chat', 'responses'] });
    upstreams[1]?.script(jsonReply(compacted));
    expect((await post('/v1/responses', body)).status).toBe(200);
    expect(upstreams.map(({ requests }) => requests.length)).toEqual([0, 1]);
  });
});
