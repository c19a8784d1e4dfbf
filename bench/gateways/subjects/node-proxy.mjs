// A proxy on Node's own http module and nothing else: `node node-proxy.mjs <port> <port of the upstream>`.
import { Agent, createServer, request } from 'node:http';

const [port, upstreamPort] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 1_024 });

createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const options = { host: '127.0.0.1', port: upstreamPort, path: url, method, headers, agent };
  const sent = request(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  sent.on('error', () => outgoing.destroy());
  outgoing.on('close', () => sent.destroy());
  incoming.pipe(sent);
}).listen({ host: '127.0.0.1', port, backlog: 8_192 });
