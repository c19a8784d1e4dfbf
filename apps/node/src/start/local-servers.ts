/** Looks for model servers on this machine, such as Ollama. */
import type { Provider, UpstreamResponse, UpstreamTransport } from '@parley/core';

const probeMs = 150;
const maximumBytes = 1024 * 1024;

/**
 * The local providers that answer; all are called at the same time.
 * @param signal when to stop waiting; after 150 ms by default
 */
export async function findLocalServers(
  providers: readonly Provider[],
  transport: UpstreamTransport,
  signal = AbortSignal.timeout(probeMs),
): Promise<readonly Provider[]> {
  const local = providers.filter(isLocal);
  const answers = await Promise.all(
    local.map((provider) => listsModels(provider, transport, signal).catch(() => false)),
  );
  return local.filter((_provider, index) => answers[index]);
}

/** A provider is local if its default URL is on this machine and it needs no credential. */
function isLocal({ baseUrls, credentialEnvironment, builtIn }: Provider): boolean {
  const address = baseUrls['openai-chat'];
  return (
    !builtIn && credentialEnvironment.length === 0 && !!address?.startsWith('http://127.0.0.1:')
  );
}

/** Whether the server lists models; other programs may use the same port. */
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

async function readText({ body }: UpstreamResponse): Promise<string> {
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
