import * as z from 'zod';
import { explainResolution } from '../routing/explain.ts';
import { listModels } from '../routing/models.ts';
import type { Scope } from '../routing/scope.ts';
import type { ConfigurationOperator } from './operator.ts';
import { invalid, notFound } from './refusal.ts';

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
  const { steps, resolution } = explainResolution(await findScope(operator, keyId), model);
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

/** One name that may be called. */
export interface CallNameView {
  readonly id: string;
  readonly display_name: string;
  readonly owned_by: string;
  readonly max_input_tokens: number | null;
  readonly max_output_tokens: number | null;
}

/** Every name that a key may call; without a key, those of the default group. */
export async function listCallNames(
  operator: ConfigurationOperator,
  keyId?: string,
): Promise<readonly CallNameView[]> {
  const entries = listModels(await findScope(operator, keyId), { aliases: false });
  return entries.map(({ id, displayName, ownedBy, maxInputTokens, maxOutputTokens }) => ({
    id,
    display_name: displayName,
    owned_by: ownedBy,
    max_input_tokens: maxInputTokens ?? null,
    max_output_tokens: maxOutputTokens ?? null,
  }));
}

async function findScope(
  { store, configuration }: ConfigurationOperator,
  keyId: string | undefined,
): Promise<Scope> {
  const known = configuration.snapshot().groups;
  if (keyId === undefined) {
    const home = known.get('default') ?? [...known.values()][0];
    if (home === undefined) throw notFound('group');
    return { groups: [home], key: {}, account: {} };
  }
  const found = await store.readKey(keyId);
  if (found === undefined) throw notFound('key');
  const [home, ...others] = found.key.groups.flatMap((name) => known.get(name) ?? []);
  if (home === undefined) throw invalid('None of the groups of this key exists.', 'key_id');
  const account = (await store.readAccount(found.key.accountId))?.account ?? {};
  return { groups: [home, ...others], key: found.key, account };
}
