/** A proxy on Bun's own server and fetch and nothing else: `bun bun-proxy.ts <port> <port of the upstream>`. */
const [port = 0, upstreamPort] = process.argv.slice(2).map(Number);

Bun.serve({
  hostname: '127.0.0.1',
  port,
  idleTimeout: 0,
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  async fetch(request) {
    const { method, signal } = request;
    const url = new URL(request.url);
    url.port = String(upstreamPort);
    const headers = new Headers(request.headers);
    headers.delete('host');
    const body = await request.arrayBuffer();
    const options: BunFetchOptions = { method, headers, body, signal, timeout: false };
    const { body: stream, status, headers: answered } = await fetch(url, options);
    return new Response(stream, { status, headers: answered });
  },
});
