// Stands in for the native addon of AWS's runtime client, which is built from C++: the same three calls
// to the Runtime API, in JavaScript. It is preloaded, and the client itself runs unchanged.
import http from 'node:http';
import { isMainThread } from 'node:worker_threads';
import { registerHooks } from 'node:module';

const [hostname = '', port = ''] = (process.env['AWS_LAMBDA_RUNTIME_API'] ?? '').split(':');
const base = '/2018-06-01/runtime/invocation';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './rapid-client.node'
      ? { url: import.meta.url, format: 'module', shortCircuit: true }
      : next(specifier, context),
});

// The client streams all answers of one thread over one socket, one after the other. With several requests
// at a time a slow answer would hold up the others here, where one thread has them all.
if (!isMainThread) {
  const { Agent } = http;
  http.Agent = class extends Agent {
    /** @param {import('node:http').AgentOptions} [options] */
    constructor(options) {
      super({ ...options, maxSockets: Infinity });
    }
  };
}

/** @type {Promise<unknown>} */
let posted = Promise.resolve();

/** Waits for an invocation. The addon has sent what it was given before; so has this. */
export async function next() {
  await posted;
  const { headers, text } = await call('GET', `${base}/next`);
  return { headers, bodyJson: text };
}

/** @param {string} id @param {string} body */
export function done(id, body) {
  posted = call('POST', `${base}/${id}/response`, body);
}

/** @param {string} id @param {string} body */
export function error(id, body) {
  posted = call('POST', `${base}/${id}/error`, body);
}

/**
 * @param {string} method @param {string} path @param {string} [body]
 * @returns {Promise<{ headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { hostname, port, method, path, agent: false },
      async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        resolve({ headers: response.headers, text });
      },
    );
    request.on('error', reject).end(body);
  });
}
