/** A key as its holder sees it: reads the key and replaces its secret. */
import { GatewayError } from '@parley/protocol';
import * as z from 'zod';
import type { Snapshot } from '@parley/core/extension';
import { keyView, type CreatedKeyView, type rotation } from '../keys/key.ts';
import { readKey, rotateKey } from '../keys/keys.ts';
import type { KeyHolder } from '../shared/operator.ts';

export const ownKeyView = keyView
  .extend({
    may_rotate: z.boolean().describe('Whether the holder may replace its secret.'),
  })
  .meta({ id: 'OwnKey' });

export async function readOwnKey(holder: KeyHolder): Promise<z.infer<typeof ownKeyView>> {
  const key = await readKey(holder.operator, holder.key.id);
  return { ...key, may_rotate: isAllowed(holder) };
}

/** Whether the holder of a key with these groups may replace its secret; the default group decides. */
export function mayRotate(
  { groups: known }: Pick<Snapshot, 'groups'>,
  groups: readonly string[],
): boolean {
  const [defaultGroup] = groups.flatMap((name) => known.get(name) ?? []);
  return defaultGroup?.holdersMayRotate ?? false;
}

function isAllowed({ operator, key }: KeyHolder): boolean {
  return mayRotate(operator.configuration.snapshot(), key.groups);
}

/**
 * Replaces the secret of the key. A secret that was replaced already may not do so, or it would never end.
 * @throws GatewayError `forbidden`
 */
export async function rotateOwnKey(
  holder: KeyHolder,
  input: z.output<typeof rotation>,
): Promise<CreatedKeyView> {
  if (!isAllowed(holder)) {
    throw new GatewayError('forbidden', 'Only an operator may replace the secret of this key.', {
      reason: 'rotation_not_allowed',
    });
  }
  if (holder.secretEndsAt !== undefined) {
    throw new GatewayError('forbidden', 'This secret was replaced; use the new one.', {
      reason: 'secret_replaced',
    });
  }
  return rotateKey(holder.operator, holder.key.id, input);
}
