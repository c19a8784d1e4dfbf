// One call of an https upstream through a proxy, with certificates of its own, by the built core and the
// options of the app in PARLEY_APP. It prints the answer, or the error.
import { createFetchTransport, type NetworkOptions } from '@parley/core';
import process from 'node:process';

const { PARLEY_APP = '', PARLEY_PROXY = '', PARLEY_CA = '' } = process.env;

async function findOptions(): Promise<NetworkOptions | undefined> {
  if (PARLEY_APP === 'bun') {
    return (await import('../../apps/bun/src/network-options.ts')).networkOptions;
  }
  if (PARLEY_APP !== 'deno-deploy') return undefined;
  return (await import('../../apps/deno-deploy/src/network-options.ts')).createNetworkOptions();
}

const transport = createFetchTransport(fetch, await findOptions());
try {
  const { body } = await transport.send({
    method: 'GET',
    url: 'https://localhost/',
    headers: {},
    network: { proxy: PARLEY_PROXY, ca: PARLEY_CA },
    signal: new AbortController().signal,
  });
  process.stdout.write(new TextDecoder().decode(await body.read()));
} catch (error) {
  process.stdout.write(String(error));
}
