// "Requests": the content of responses, for every client format and upstream format.
import { withHeaders, reshape } from '@parley/testkit';
import { at, check, checkEqual, checkMatch, checkStatus } from '../check.ts';
import { chat } from '../formats/chat.ts';
import type { ClientFormat } from '../formats/client-format.ts';
import { clientFormats } from '../formats/client-formats.ts';
import type { Scenario, UpstreamContext } from '../scenario.ts';
import type { UpstreamFormat } from '../gateway/configuration.ts';
import { sendStream, sendWhole, expectText, pairs } from './expect.ts';

/** Text in several scripts, with characters that some formats must escape. */
const texts = [
  'Grüße, ',
  '日本語、',
  'العربية ',
  '👩🏽‍🚀🏳️‍🌈 ',
  'e\u0301 \u2028\u2029 ',
  '"quoted" \\ /\n\ttab\r\n',
  'data: [DONE]\n\n',
  'event: error\n',
  '</script>&amp;',
] as const;
const text = texts.join('');

type PairTest = (
  context: UpstreamContext,
  clientFormat: ClientFormat,
  format: UpstreamFormat,
) => Promise<void>;

interface PairKind {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly string[];
  readonly run: PairTest;
}

const kinds: readonly PairKind[] = [
  {
    id: 'text',
    title: 'text arrives as it was written, whole and streamed',
    rules: ['reply-text', 'spec-1.3', 'spec-6.3'],
    async run(context, clientFormat, format) {
      const play = context.testGateway.play(context.testGateway.answer({ text: texts }));
      const requestInput = { model: `by-${format}`, prompt: play.mark };
      const whole = await sendWhole(context, clientFormat, requestInput);
      checkEqual(clientFormat.textOf(whole.body), text, 'the whole text');
      const stream = await sendStream(context, clientFormat, requestInput);
      checkEqual(stream.stream.faults, [], 'faults of the stream');
      expectText(stream, text);
    },
  },
  {
    id: 'usage',
    title: 'tokens are reported as the upstream counted them',
    rules: ['reply-usage', 'stream-usage'],
    async run(context, clientFormat, format) {
      const usage = { input: 345, output: 67 };
      const play = context.testGateway.play(
        context.testGateway.answer({ text: 'Counted.', usage }),
      );
      const requestInput = { model: `by-${format}`, prompt: play.mark };
      const whole = await sendWhole(context, clientFormat, requestInput);
      checkEqual(clientFormat.usageOf(whole.body), usage, 'usage');
      const stream = await sendStream(context, clientFormat, requestInput);
      checkEqual(stream.usage, usage, 'usage of the stream');
    },
  },
  {
    id: 'tools',
    title: 'a call of a tool arrives with its arguments, whole and streamed',
    rules: ['reply-tools'],
    async run(context, clientFormat, format) {
      const place = { place: 'Zürich "HB" \\ 東京' };
      const toolCalls = [{ id: 'call_1', name: 'look_up', arguments: place }];
      const play = context.testGateway.play(context.testGateway.answer({ toolCalls }));
      const requestInput = { model: `by-${format}`, prompt: play.mark, tool: true };
      const whole = clientFormat.toolOf(
        (await sendWhole(context, clientFormat, requestInput)).body,
      );
      checkEqual(whole.name, 'look_up', 'the name');
      checkEqual(JSON.parse(whole.arguments), place, 'the arguments');
      const stream = await sendStream(context, clientFormat, requestInput);
      check(stream.ended, 'the stream has no end mark');
      checkEqual(stream.tool?.name, 'look_up', 'the streamed name');
      checkEqual(JSON.parse(stream.tool?.arguments ?? ''), place, 'the streamed arguments');
    },
  },
];

const pairScenarios: readonly Scenario[] = kinds.flatMap(({ id, title, rules, run }) =>
  pairs.map(({ clientFormat, format }) => ({
    id: `${id}-${clientFormat.name}-by-${format}`,
    title: `${title}: ${clientFormat.name} from an upstream that speaks ${format}`,
    rules,
    needs: 'upstream' as const,
    run: (context: UpstreamContext) => run(context, clientFormat, format),
  })),
);

export const replyScenarios: readonly Scenario[] = [
  ...pairScenarios,
  {
    id: 'model-is-echoed',
    title: 'the model of a response is the requested name, whole and streamed',
    rules: ['reply-model', 'name-order'],
    needs: 'upstream',
    async run(context) {
      for (const { clientFormat, format } of pairs.filter(
        ({ clientFormat: { name } }) => name !== 'gemini',
      )) {
        const play = context.testGateway.play(
          context.testGateway.answer({ text: 'Hi.', model: 'secret-version' }),
        );
        const requestInput = { model: `by-${format}`, prompt: play.mark };
        const whole = await sendWhole(context, clientFormat, requestInput);
        checkEqual(
          clientFormat.modelOf(whole.body),
          `by-${format}`,
          `model of ${clientFormat.name}`,
        );
        check(!whole.text.includes('secret-version'), whole.text);
        const streamed = await context.send(clientFormat.ask({ ...requestInput, stream: true }));
        check(streamed.text.includes(`"by-${format}"`), streamed.text);
        check(!streamed.text.includes('secret-version'), streamed.text);
      }
    },
  },
  {
    id: 'head-of-an-answer',
    title: 'a response names the model that ran, and has no header of the upstream',
    rules: ['reply-head', 'tier-shown'],
    needs: 'upstream',
    async run(context) {
      for (const { clientFormat, format } of pairs) {
        for (const stream of [false, true]) {
          const script = reshape(context.testGateway.answer({ text: 'Hi.' }), (answer) =>
            withHeaders(answer, {
              'set-cookie': 'upstream=secret',
              'x-upstream-secret': 'secret',
              'alt-svc': 'h3=":443"',
              server: 'upstream',
              'openai-organization': 'secret',
              'x-request-id': 'secret',
            }),
          );
          const play = context.testGateway.play(script);
          const reply = await context.send(
            clientFormat.ask({ model: `by-${format}`, prompt: play.mark, stream }),
          );
          checkStatus(reply, 200);
          check(!JSON.stringify(reply.headers).includes('secret'), JSON.stringify(reply.headers));
          checkEqual(reply.headers['alt-svc'], undefined, 'alt-svc');
          checkMatch(reply.headers['parley-model'] ?? '', /./, 'parley-model');
          checkEqual(reply.headers['parley-group'], 'default', 'parley-group');
          checkEqual(reply.headers['cache-control'], 'no-store', 'cache-control');
        }
      }
    },
  },
  {
    id: 'usage-chunk-on-request',
    title: 'a chat stream reports usage on request, in a last chunk, and only then',
    rules: ['stream-usage'],
    needs: 'key',
    async run({ send, target: { model } }) {
      const call = chat.ask({ model, prompt: 'Say hello.', stream: true });
      const asked = chat.readStream(chunksOf((await send(call)).text));
      check(asked.usage !== undefined, 'no usage though asked for');
      const plain = { ...(call.body as object), stream_options: undefined };
      const { text: silent } = await send({ ...call, body: plain });
      checkEqual(chat.readStream(chunksOf(silent)).usage, undefined, 'usage though not asked for');
      const last = chunksOf((await send(call)).text).frames.at(-2);
      const chunk: unknown = JSON.parse(last?.data ?? '{}');
      checkEqual(at(chunk, 'choices'), [], 'the choices of the last chunk');
    },
  },
  {
    id: 'refused-and-cut-answers',
    title: 'the finish reason is in the terms of each format',
    rules: ['spec-2.6', 'reply-text'],
    needs: 'upstream',
    async run(context) {
      const words: Readonly<Record<string, readonly [string, ...(string | number)[]]>> = {
        chat: ['length', 'choices', 0, 'finish_reason'],
        messages: ['max_tokens', 'stop_reason'],
        gemini: ['MAX_TOKENS', 'candidates', 0, 'finishReason'],
        responses: ['max_output_tokens', 'incomplete_details', 'reason'],
      };
      for (const { clientFormat, format } of pairs) {
        const play = context.testGateway.play(
          context.testGateway.answer({ text: 'Cut', finish: 'length' }),
        );
        const reply = await sendWhole(context, clientFormat, {
          model: `by-${format}`,
          prompt: play.mark,
        });
        const [word, ...path] = words[clientFormat.name] ?? [''];
        checkEqual(at(reply.body, ...path), word, `${clientFormat.name} by ${format}`);
      }
    },
  },
  {
    id: 'every-format-is-there',
    title: 'Responses and embeddings are served beside the formats of the specification',
    rules: ['envelope-chat', 'native-actions'],
    needs: 'upstream',
    async run({ send }) {
      const embeddings = await send({
        path: '/v1/embeddings',
        body: { model: 'by-chat', input: 'Hi' },
      });
      checkStatus(embeddings, 200);
      check(Array.isArray(at(embeddings.body, 'data', 0, 'embedding')), embeddings.text);
      checkEqual(clientFormats.length, 4, 'formats');
    },
  },
];

function chunksOf(body: string) {
  const frames = body
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => ({ event: undefined, data: block.slice(6) }));
  return { frames, comments: [], faults: [] };
}
