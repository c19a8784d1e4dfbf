/** Finds out whether the server at an address is a gateway; used where a port is taken, and by `parley doctor`. */
import { isIPv6 } from 'node:net';
import type { ListenAddress } from '@parley/host/disk';

/** Milliseconds until the server on the port must have answered. */
const timeoutMs = 2_000;

/** The URL of a listener for programs on the same machine; `0.0.0.0` and `::` become loopback. */
export function reachableUrl({ host, port }: ListenAddress): string {
  const called = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIPv6(called) ? `[${called}]` : called}:${String(port)}`;
}

/** Whether the server is a Parley gateway, ready or not. */
export async function isParley(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null && 'checks' in body;
  } catch {
    return false;
  }
}
