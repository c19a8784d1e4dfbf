import { discoverModels, type Upstream } from '@parley/core';
import type { Session } from '../../session.ts';
import { createUndiciTransport } from '../../../transport/undici-transport.ts';
import { examine, type Finding } from './finding.ts';

/** Milliseconds in which an upstream must tell its models. */
const patienceMs = 5_000;

type Transport = ReturnType<typeof createUndiciTransport>;

/** Whether each upstream can be reached and takes its credential: only then it tells its models. */
export async function checkUpstreams({ operator }: Session): Promise<readonly Finding[]> {
  const { upstreams } = operator.configuration.snapshot();
  const transport = createUndiciTransport();
  try {
    return await Promise.all([...upstreams.values()].map((one) => checkUpstream(one, transport)));
  } finally {
    await transport.close();
  }
}

function checkUpstream(upstream: Upstream, transport: Transport): Promise<Finding> {
  return examine(`upstream ${upstream.name}`, async () => {
    const { models, problem } = await discoverModels(upstream, transport, {
      timeoutMs: patienceMs,
    });
    if (problem !== undefined) return { state: 'bad', message: problem };
    return { state: 'good', message: `It answers and has ${models.length} models.` };
  });
}
