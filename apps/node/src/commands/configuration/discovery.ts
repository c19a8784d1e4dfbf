/** Requests the models of upstreams, for the commands that list models. */
import { discoverModels } from '@parley/core';
import { createUndiciTransport } from '../../transport/undici-transport.ts';
import { say } from '../output.ts';
import type { Session } from '../session.ts';

/** Adds the models that upstreams list themselves to the snapshot, as a running gateway does. */
export async function learnModels({ operator, environment }: Session): Promise<void> {
  const { configuration } = operator;
  const { upstreams } = configuration.snapshot();
  const listing = [...upstreams.values()].filter(({ discoversModels }) => discoversModels);
  const transport = createUndiciTransport({ environment });
  try {
    const answers = await Promise.all(
      listing.map(async (one) => ({ name: one.name, ...(await discoverModels(one, transport)) })),
    );
    for (const { problem } of answers) if (problem !== undefined) say(problem);
    const known = answers.filter(({ problem }) => problem === undefined);
    configuration.learn(new Map(known.map(({ name, models }) => [name, models])));
  } finally {
    await transport.close();
  }
}
