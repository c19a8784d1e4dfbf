// "WebSockets". Where a host has none, they are refused with 426.
import { at, checkEqual, checkMatch, checkStatus, textAt } from '../check.ts';
import { nameModel, upstreamFormats } from '../gateway/configuration.ts';
import { handshake, openSocket, type Socket } from '../http/socket.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';
import { forEachCase } from './expect.ts';

const path = '/v1/responses';
const ends = ['response.completed', 'response.failed', 'error'];

async function withSocket(
  context: ScenarioContext,
  run: (socket: Socket) => Promise<void>,
): Promise<void> {
  const socket = await openSocket(context);
  if (socket === undefined) {
    checkStatus(await context.send({ path, headers: handshake() }), 426);
    return;
  }
  try {
    await run(socket);
  } finally {
    socket.close();
  }
}

async function create(socket: Socket, request: object): Promise<readonly unknown[]> {
  socket.send({ type: 'response.create', ...request });
  return socket.until(...ends);
}

function typesOf(events: readonly unknown[]): readonly string[] {
  return events.map((event) => textAt(event, 'type'));
}

export const socketScenarios: readonly Scenario[] = [
  {
    id: 'socket-responses',
    title: 'messages of a WebSocket are the events of the same request by POST',
    rules: ['socket-responses'],
    needs: 'upstream',
    run: (context) =>
      withSocket(context, async (socket) => {
        await forEachCase(upstreamFormats, async (format) => {
          const body = { model: nameModel(format), input: 'Hi', store: false };
          const reply = await context.send({ path, body: { ...body, stream: true } });
          const events = await create(socket, { ...body, stream_id: format });
          const types = [...reply.text.matchAll(/^event: (.+)$/gm)].map(([, type = '']) => type);
          checkEqual(typesOf(events), types, 'types of events');
          checkEqual(at(events.at(-1), 'stream_id'), format, 'stream_id');
        });
      }),
  },
  {
    id: 'socket-continued',
    title: 'a response that is not stored is continued on its WebSocket alone',
    rules: ['socket-continued'],
    needs: 'upstream',
    run: (context) =>
      withSocket(context, async (socket) => {
        const { testGateway, send } = context;
        const play = testGateway.play(testGateway.answer({ text: 'Hello Ada.' }));
        const request = { model: nameModel('chat'), store: false };
        const first = await create(socket, { ...request, input: `${play.mark} My name is Ada.` });
        const id = textAt(first.at(-1), 'response', 'id');
        const next = { ...request, input: `${play.mark} Who am I?`, previous_response_id: id };
        checkEqual(typesOf(await create(socket, next)).at(-1), ends[0], 'end');
        const sent = play.requests.at(-1)?.text ?? '';
        checkMatch(sent, /My name is Ada\..*Hello Ada\..*Who am I\?/s, 'what the upstream got');
        checkStatus(await send({ path, body: next }), 400);
        const prepared = await create(socket, { ...request, input: 'Prepare.', generate: false });
        checkEqual(at(prepared.at(-1), 'response', 'output'), [], 'output');
      }),
  },
  {
    id: 'socket-errors',
    title: 'errors are messages, after which others are answered',
    rules: ['socket-errors'],
    needs: 'key',
    run: (context) =>
      withSocket(context, async (socket) => {
        const refused = await context.send({ path, headers: handshake(), key: null });
        checkStatus(refused, 401);
        const wrong: readonly [string | object, string][] = [
          ['Hi', 'invalid_json'],
          [{ type: 'session.update' }, 'invalid_value'],
          [{ type: 'response.create', stream_id: '' }, 'invalid_stream_id'],
          [{ type: 'response.create', model: 'no-such-model', input: 'Hi' }, 'model_not_found'],
        ];
        for (const [message, code] of wrong) {
          socket.send(message);
          const [event] = await socket.until('error');
          checkEqual(at(event, 'error', 'code'), code, 'code');
        }
      }),
  },
];
