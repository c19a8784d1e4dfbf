import type { Provider, UpstreamAnswer, UpstreamTransport } from '@parley/core';

const probeMs = 150;
const maximumBytes = 1024 * 1024;

/** The providers on this machine that answer now, asked all at once for at most 150 ms. */
export async function findLocalServers(
  providers: readonly Provider[],
  transport: UpstreamTransport,
): Promise<readonly Provider[]> {
  const signal = AbortSignal.timeout(probeMs);
  const local = providers.filter(isLocal);
  const answers = await Promise.all(
    local.map((provider) => listsModels(provider, transport, signal).catch(() => false)),
  );
  return local.filter((_provider, index) => answers[index]);
}

/** Known by its address on this machine, and that it can be used without a credential. */
function isLocal({ baseUrls, credentialEnvironment, builtIn }: Provider): boolean {
  const address = baseUrls['openai-chat'];
  return (
    !builtIn && credentialEnvironment.length === 0 && !!address?.startsWith('http://127.0.0.1:')
  );
}

/** Other programs use the same ports, so only a list of models counts as an answer. */
async function listsModels(
  { baseUrls }: Provider,
  transport: UpstreamTransport,
  signal: AbortSignal,
): Promise<boolean> {
  const url = `${baseUrls['openai-chat'] ?? ''}/models`;
  const answer = await transport.send({ method: 'GET', url, headers: {}, signal });
  if (answer.status !== 200) {
    answer.body.cancel();
    return false;
  }
  const list: unknown = JSON.parse(await readText(answer));
  return typeof list === 'object' && list !== null && 'data' in list && Array.isArray(list.data);
}

async function readText({ body }: UpstreamAnswer): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const chunk = await body.read();
    if (!chunk) return text + decoder.decode();
    bytes += chunk.length;
    if (bytes > maximumBytes) {
      body.cancel();
      throw new Error('The list is too long.');
    }
    text += decoder.decode(chunk, { stream: true });
  }
}
