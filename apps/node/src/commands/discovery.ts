import { discoverModels } from '@parley/core';
import type { ConfigurationOperator } from '@parley/admin';
import { createUndiciTransport } from '../transport/undici-transport.ts';
import { say } from './output.ts';

/** Asks upstreams for the models that nobody listed, as a running gateway does. */
export async function learnModels({ configuration }: ConfigurationOperator): Promise<void> {
  const { upstreams } = configuration.snapshot();
  const asked = [...upstreams.values()].filter(({ discoversModels }) => discoversModels);
  const transport = createUndiciTransport();
  try {
    const answers = await Promise.all(
      asked.map(async (one) => ({ name: one.name, ...(await discoverModels(one, transport)) })),
    );
    for (const { problem } of answers) if (problem !== undefined) say(problem);
    const told = answers.filter(({ problem }) => problem === undefined);
    configuration.learn(new Map(told.map(({ name, models }) => [name, models])));
  } finally {
    await transport.close();
  }
}
