import * as z from 'zod';
import { explainResolution } from '../routing/explain.ts';
import type { ConfigurationOperator } from './operator.ts';
import { findScope } from './scope.ts';

export const resolutionQuery = z.strictObject({
  key_id: z.string().min(1),
  model: z.string().min(1).max(1_000).describe('What a caller would write in `model`.'),
});

export const resolutionView = z
  .strictObject({
    object: z.literal('resolution'),
    model: z.string(),
    found: z.boolean(),
    call_name: z.string().nullable().describe('What runs.'),
    group: z.string().nullable(),
    targets: z.array(
      z.strictObject({ upstream: z.string(), model: z.string(), priority: z.int() }),
    ),
    effort: z.string().nullable(),
    steps: z.array(z.string()).describe('Every look-up, in order.'),
  })
  .meta({ id: 'Resolution' });
export type ResolutionView = z.infer<typeof resolutionView>;

/** Tells what a key gets for a name, and why. */
export async function explainName(
  operator: ConfigurationOperator,
  { key_id: keyId, model }: z.output<typeof resolutionQuery>,
): Promise<ResolutionView> {
  const { scope } = await findScope(operator, { key_id: keyId });
  const { steps, resolution } = explainResolution(scope, model);
  return {
    object: 'resolution',
    model,
    found: resolution !== undefined,
    call_name: resolution?.route.callName ?? null,
    group: resolution?.group.name ?? null,
    targets: (resolution?.route.targets ?? []).map(({ upstream, model: name, priority }) => ({
      upstream: upstream.name,
      model: name,
      priority,
    })),
    effort: resolution?.effort ?? null,
    steps: [...steps],
  };
}
