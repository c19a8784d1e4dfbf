import { createServer } from 'node:http';
import { reachableUrl } from '../../clients/address.ts';
import type { ListenAddress } from '@parley/host/disk';
import { listen, ListenError } from '../../../server/listen.ts';
import { examine, type Finding } from './finding.ts';

/** Milliseconds in which whoever listens there must answer. */
const patienceMs = 2_000;

/** Whether a start could listen there, or Parley does already. */
export function checkPort(address: ListenAddress): Promise<Finding> {
  return examine('port', async () => {
    const server = createServer();
    try {
      return { state: 'good', message: `${await listen(server, address)} is free.` };
    } catch (error) {
      if (!(error instanceof ListenError) || !error.portTaken) throw error;
      const url = reachableUrl(address);
      if (!(await isParley(url))) throw error;
      return { state: 'good', message: `Parley runs at ${url}.` };
    } finally {
      server.close();
    }
  });
}

/** Whether what answers there is a gateway of ours, ready or not. */
async function isParley(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMs) });
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null && 'checks' in body;
  } catch {
    return false;
  }
}
