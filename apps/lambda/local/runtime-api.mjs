// A local Runtime API, what an instance of AWS Lambda speaks with: it asks for invocations and sends
// their answers, streamed or whole. One server belongs to one instance.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { finished } from 'node:stream/promises';

/**
 * @typedef {import('node:http').IncomingMessage} IncomingMessage
 * @typedef {import('node:http').ServerResponse} ServerResponse
 */

/**
 * What comes back: a stream that is still arriving, or everything at once. An error is a JSON text.
 * @typedef {{ kind: 'stream', body: IncomingMessage, breakOff: () => void }} StreamedAnswer
 * @typedef {{ kind: 'whole' | 'error', text: string }} WholeAnswer
 * @typedef {StreamedAnswer | WholeAnswer} Answer
 */

/**
 * @typedef {object} Invocation
 * @property {string} id
 * @property {string} event JSON text
 * @property {number} deadline milliseconds since 1970
 * @property {(answer: Answer) => void} answer
 * @property {() => void} end called when all of its answer is here
 */

/**
 * @typedef {object} RuntimeApi
 * @property {string} address `host:port`
 * @property {(event: string, deadline: number) => { answer: Promise<Answer>, ended: Promise<void> }} invoke
 *   gives the event to the instance as soon as it asks
 * @property {(reason: string) => void} failAll ends what is running: the instance has gone
 * @property {() => Promise<void>} close
 */

const paths =
  /^\/2018-06-01\/runtime\/(?:invocation\/(next|[\w-]+\/(?:response|error))|(init\/error))$/;

/**
 * @param {() => void} onIdle called when the instance asks and there is nothing to do
 * @returns {Promise<RuntimeApi>}
 */
export async function createRuntimeApi(onIdle) {
  const book = createBook();
  const server = createServer(async (request, response) => {
    const [, about = '', init] = paths.exec(request.url ?? '') ?? [];
    const [id = '', what] = about.split('/');
    const invocation = book.running.get(id);
    if (id === 'next') {
      book.ask(response);
      if (book.running.size === 0) onIdle();
    } else if (init || invocation) {
      if (invocation) await receive(request, invocation, what === 'error');
      response.writeHead(202).end('{"status":"OK"}');
      book.running.delete(id);
      invocation?.end();
    } else response.writeHead(404).end();
  });
  // An instance asks and waits, for hours if nobody calls.
  Object.assign(server, { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `127.0.0.1:${port}`,
    invoke: book.add,
    failAll: book.failAll,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What is to be done, what is being done, and the instance's questions for more. */
function createBook() {
  /** @type {Invocation[]} */
  const queue = [];
  /** @type {ServerResponse[]} */
  const asking = [];
  /** @type {Map<string, Invocation>} */
  const running = new Map();

  const match = () => {
    while (queue.length > 0 && asking.length > 0) {
      const [invocation] = queue.splice(0, 1);
      const [response] = asking.splice(0, 1);
      if (invocation && response) give(response, invocation);
    }
  };
  return {
    running,
    /** @param {ServerResponse} response */
    ask(response) {
      asking.push(response);
      match();
    },
    /** @type {RuntimeApi['invoke']} */
    add(event, deadline) {
      const id = randomUUID();
      /** @type {Promise<void>} */
      let ended = Promise.resolve();
      /** @type {Promise<Answer>} */
      const answered = new Promise((answer) => {
        ended = new Promise((end) => {
          const invocation = { id, event, deadline, answer, end };
          running.set(id, invocation);
          queue.push(invocation);
        });
      });
      match();
      return { answer: answered, ended };
    },
    /** @type {RuntimeApi['failAll']} */
    failAll(reason) {
      for (const { answer, end } of running.values()) {
        answer({ kind: 'error', text: JSON.stringify({ errorMessage: reason }) });
        end();
      }
      running.clear();
    },
  };
}

/** @param {ServerResponse} response @param {Invocation} invocation */
function give(response, { id, event, deadline }) {
  const headers = {
    'content-type': 'application/json',
    'lambda-runtime-aws-request-id': id,
    'lambda-runtime-deadline-ms': String(deadline),
    'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:local:000000000000:function:parley',
    'lambda-runtime-trace-id': `Root=1-00000000-${id.replaceAll('-', '').slice(0, 24)}`,
  };
  response.writeHead(200, headers).end(event);
}

/**
 * Takes an answer in. Resolves when all of it is here.
 * @param {IncomingMessage} request @param {Invocation} invocation @param {boolean} isError
 */
async function receive(request, { answer }, isError) {
  const isStream = request.headers['lambda-runtime-function-response-mode'] === 'streaming';
  if (isStream && !isError) {
    const { socket } = request;
    answer({ kind: 'stream', body: request, breakOff: () => socket.destroy() });
    // It breaks off when the instance is killed.
    await finished(request).catch(() => undefined);
    return;
  }
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  answer({ kind: isError ? 'error' : 'whole', text });
}
