/** Proxies and certificates of single upstreams, for Bun's `fetch`. */
import { rootCertificates } from 'node:tls';
import type { NetworkOptions } from '@parley/core';

/** Bun itself reads the proxies of the environment. */
export const networkOptions: NetworkOptions = ({ proxy, ca }) => {
  const options: BunNetworkOptions = {
    ...(proxy !== undefined && { proxy: proxy === 'none' ? false : proxy }),
    // These replace the certificates of Bun.
    ...(ca !== undefined && { tls: { ca: [...rootCertificates, ca] } }),
  };
  return options;
};
