import { chooseGateway } from '../clients/address.ts';
import { defineParley } from '../definition.ts';
import { CommandError } from '../failure.ts';

/** Milliseconds in which a gateway that can serve answers. */
const patienceMs = 3_000;

/** Longest part of an answer that is repeated, in characters. */
const longestAnswer = 300;

export const health = defineParley({
  summary: 'Ask a gateway whether it can serve, as the health check of a container does',
  options: {
    url: {
      type: 'string',
      description: 'Address of the gateway (PARLEY_URL; this machine)',
      valueHint: 'address',
    },
  },
  examples: ['parley health', 'parley health --url http://gateway:8787'],
  async run(args) {
    const { url } = chooseGateway(args.url, process.env);
    const { status, text } = await ask(`${url}/readyz`);
    if (status !== 200) {
      throw new CommandError(`${url} cannot serve: ${String(status)} ${text}`.trimEnd());
    }
    process.stdout.write(`${url} can serve.\n`);
  },
});

/** @throws CommandError when nobody answers in time */
async function ask(address: string): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
    const text = await answer.text();
    return { status: answer.status, text: text.slice(0, longestAnswer) };
  } catch {
    throw new CommandError(`${address} does not answer.`);
  }
}
