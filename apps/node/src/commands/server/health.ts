/** `parley health`: checks whether a running gateway is ready, as container health checks do. */
import { chooseGateway } from '../clients/address.ts';
import { createCommand, urlOption } from '../command.ts';
import { CommandError } from '../failure.ts';

/** Milliseconds until a gateway that is ready must have answered. */
const timeoutMs = 3_000;

/** Maximum number of characters of a response in an error. */
const maximumShown = 300;

export const createHealthCommand = () =>
  createCommand('health', {
    summary: 'Check whether a gateway is ready to serve, for the health check of a container',
    examples: ['parley health', 'parley health --url http://gateway:8787'],
  })
    .addOption(urlOption)
    .action(async (options) => {
      const { url } = chooseGateway(options.url, process.env);
      const { status, text } = await get(`${url}/readyz`);
      if (status !== 200) {
        throw new CommandError(`${url} is not ready: ${String(status)} ${text}`.trimEnd());
      }
      process.stdout.write(`${url} is ready.\n`);
    });

/** @throws CommandError when there is no response in time */
async function get(address: string): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    const text = await answer.text();
    return { status: answer.status, text: text.slice(0, maximumShown) };
  } catch {
    throw new CommandError(`${address} does not answer.`);
  }
}
