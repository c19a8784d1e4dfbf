import { inputTotal, noUsage, outputTotal, type Usage } from '@parley/protocol';
import { jsonReply, rawReply } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import {
  inputNanoUsd,
  outputNanoUsd,
  plainPrices,
  formatClients,
} from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName, type Format } from '../../testing/test-gateway.ts';

/** The usage that an upstream reports, and the usage that is recorded. */
interface Case {
  readonly upstream: 'chat' | 'responses' | 'gemini';
  readonly stated: object;
  readonly input: number;
  readonly output: number;
  readonly correction?: string;
}

const cases: readonly [string, Case][] = [
  [
    'thinking that only the total counts',
    {
      upstream: 'chat',
      stated: { prompt_tokens: 7, completion_tokens: 12, total_tokens: 402 },
      input: 7,
      output: 395,
      correction: 'output raised to stated total',
    },
  ],
  [
    'reasoning beside the completion',
    {
      upstream: 'chat',
      stated: {
        prompt_tokens: 12,
        completion_tokens: 2,
        total_tokens: 354,
        completion_tokens_details: { reasoning_tokens: 340 },
      },
      input: 12,
      output: 342,
      correction: 'output raised to stated total',
    },
  ],
  [
    'tokens that are stated as cached and as written',
    {
      upstream: 'chat',
      stated: {
        prompt_tokens: 2168,
        completion_tokens: 100,
        total_tokens: 2268,
        prompt_tokens_details: { cached_tokens: 2161, cache_write_tokens: 2161 },
      },
      input: 2168,
      output: 100,
      correction: 'cached and written overlap',
    },
  ],
  [
    'more reasoning than output',
    {
      upstream: 'responses',
      stated: {
        input_tokens: 18,
        output_tokens: 5,
        total_tokens: 23,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 8 },
      },
      input: 18,
      output: 5,
      correction: 'reasoning exceeds output',
    },
  ],
  [
    'thoughts that only the total of Gemini counts',
    {
      upstream: 'gemini',
      stated: { promptTokenCount: 7, candidatesTokenCount: 12, totalTokenCount: 402 },
      input: 7,
      output: 395,
      correction: 'output raised to stated total',
    },
  ],
  [
    'a total that nobody can believe',
    {
      upstream: 'chat',
      stated: { prompt_tokens: 7, completion_tokens: 12, total_tokens: 402.5 },
      input: 7,
      output: 12,
    },
  ],
];

/** A reply in each dialect with the usage of a case, whole and as the events of a stream. */
const answers = {
  chat: {
    whole: (usage: object) => ({
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'up',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Ok' }, finish_reason: 'stop' }],
      usage,
    }),
    stream: (usage: object) => [
      {
        ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'up' },
        choices: [{ index: 0, delta: { role: 'assistant', content: 'Ok' }, finish_reason: 'stop' }],
      },
      { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'up', choices: [], usage },
      '[DONE]',
    ],
  },
  responses: {
    whole: (usage: object) => response({ status: 'completed', usage }),
    stream: (usage: object) => [
      { type: 'response.created', response: response({ status: 'in_progress', output: [] }) },
      { type: 'response.completed', response: response({ status: 'completed', usage }) },
    ],
  },
  gemini: {
    whole: (usageMetadata: object) => ({ ...candidate, usageMetadata }),
    stream: (usageMetadata: object) => [{ ...candidate, usageMetadata }],
  },
} as const;

const candidate = {
  candidates: [
    { index: 0, content: { role: 'model', parts: [{ text: 'Ok' }] }, finishReason: 'STOP' },
  ],
};

function response(fields: object) {
  const content = [{ type: 'output_text', text: 'Ok', annotations: [] }];
  const message = { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content };
  const head = { id: 'resp_1', object: 'response', created_at: 1, model: 'up', output: [message] };
  return { ...head, ...fields };
}

function writeEvents(events: readonly unknown[]): string {
  return events
    .map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
    .join('');
}

/** Sends a request in a dialect. Returns the response and what was recorded. */
async function ask(client: Format, { upstream, stated }: Case, stream: boolean) {
  const testGateway = await openTestGateway({ formats: [upstream], configuration: plainPrices });
  const { whole, stream: events } = answers[upstream];
  const sse = { 'content-type': 'text/event-stream' };
  testGateway.upstream.script(
    stream ? rawReply(200, sse, writeEvents(events(stated))) : jsonReply(whole(stated)),
  );
  const { path, streamPath } = formatClients[client];
  const question = formatClients[client].ask(500, stream);
  const headers = { 'parley-explain': 'notes' };
  const answer = await testGateway.post(stream ? streamPath : path, question, { headers });
  const text = await answer.text();
  await expect.poll(() => testGateway.store.exchanges.length).toBe(1);
  return { answer, text, record: testGateway.store.exchanges[0] };
}

/** Reads the sums in a response of each dialect. */
const readSums: Readonly<Record<Format, (text: string) => (number | undefined)[]>> = {
  chat: (text) => ['prompt_tokens', 'completion_tokens', 'total_tokens'].map(lastNumber(text)),
  responses: (text) => ['input_tokens', 'output_tokens', 'total_tokens'].map(lastNumber(text)),
  gemini: (text) => {
    const [prompt = 0, answer = 0, thoughts = 0, total] = [
      ...['promptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount', 'totalTokenCount'],
    ].map(lastNumber(text));
    return [prompt, answer + thoughts, total];
  },
  messages: (text) => {
    const [input = 0, read = 0, written = 0, output = 0] = [
      ...['input_tokens', 'cache_read_input_tokens'],
      ...['cache_creation_input_tokens', 'output_tokens'],
    ].map(lastNumber(text));
    return [input + read + written, output, input + read + written + output];
  },
};

function lastNumber(text: string) {
  return (name: string): number | undefined => {
    const found = [...text.matchAll(new RegExp(`"${name}":(\\d+)`, 'g'))].at(-1)?.[1];
    return found === undefined ? undefined : Number(found);
  };
}

/** The sentence of the note on corrected counts. */
function sentenceOf(correction: string): string {
  return `The counts of the upstream do not add up: ${correction}.`;
}

function sumsOf(usage: Usage = noUsage) {
  return { input: inputTotal(usage), output: outputTotal(usage) };
}

const clients: readonly Format[] = ['chat', 'messages', 'gemini', 'responses'];
const forms = [
  ['whole', false],
  ['streamed', true],
] as const;

describe.each(cases)('%s', (_, usageCase) => {
  const { upstream, stated, input, output, correction } = usageCase;
  const notes =
    correction === undefined
      ? []
      : [{ path: 'usage', action: 'corrected', reason: sentenceOf(correction) }];

  describe.each(forms)('in a reply that is %s', (_form, stream) => {
    it.each(clients)('is charged to a %s client after correction', async (client) => {
      const { record } = await ask(client, usageCase, stream);
      expect(record).toMatchObject({
        outcome: 'completed',
        chargedNanoUsd: input * inputNanoUsd + output * outputNanoUsd,
      });
      expect(sumsOf(record?.usage)).toEqual({ input, output });
      expect(record?.usage?.estimated).toBeUndefined();
      expect(record?.notes.filter(({ action }) => action === 'corrected')).toEqual(notes);
    });

    it('is forwarded unchanged to a client of the same format', async () => {
      const { answer, text, record } = await ask(upstream, usageCase, stream);
      expect(text).toContain(JSON.stringify(stated));
      expect(answer.headers.get('parley-translation')).toBe('exact');
      expect(record?.fidelity).toBe('exact');
    });

    it.each(clients.filter((client) => client !== upstream))(
      'adds up in the words of a %s client',
      async (client) => {
        const { text } = await ask(client, usageCase, stream);
        expect(readSums[client](text)).toEqual([input, output, input + output]);
      },
    );
  });
});

describe('a correction', () => {
  it('is in the notes of a whole response if the client requests notes', async () => {
    const usageCase = cases[0]?.[1];
    if (usageCase === undefined) throw new Error('There is no case.');
    const { answer } = await ask('chat', usageCase, false);
    const notes = answer.headers.get('parley-notes');
    expect(notes).toContain(sentenceOf('output raised to stated total'));
  });
});

describe('tools without a type', () => {
  it('are forwarded unchanged to an upstream of the same dialect', async () => {
    const running = await openTestGateway();
    const body = `{"model":"${callName}", "messages":[{"role":"user","content":"Hi"}],
      "tools":[ {"function": {"name":"f"}} ], "tool_choice": {"function": {"name":"f"}}}`;
    expect((await running.post('/v1/chat/completions', body)).status).toBe(200);
    const sent = await running.upstream.nextRequest();
    expect(sent.text).toBe(body.replace(`"${callName}"`, '"scripted-model"'));
  });
});
