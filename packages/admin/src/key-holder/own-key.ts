/** What the holder of a key is told and may do: the key's own world, and nothing of the operator's. */
import { GatewayError } from '@parley/protocol';
import * as z from 'zod';
import type { Scope, Snapshot } from '@parley/core/extension';
import type { KeyRecord } from '@parley/core/store';
import { keyView, type CreatedKeyView, type rotation } from '../keys/key.ts';
import { readKey, rotateKey } from '../keys/keys.ts';
import type { ConfigurationOperator } from '../shared/operator.ts';

/** Somebody who showed a key. */
export interface KeyHolder {
  /** What the key may name. */
  readonly scope: Scope;
  readonly key: KeyRecord;
  /** Present when the secret that was shown ends, because it was replaced. */
  readonly secretEndsAt?: number;
  /** With what their deeds need; the audit log names them `key:<id>`. */
  readonly operator: ConfigurationOperator;
}

export const ownKeyView = keyView
  .extend({
    may_rotate: z.boolean().describe('Whether its holder may give it another secret.'),
  })
  .meta({ id: 'OwnKey' });

export async function readOwnKey(holder: KeyHolder): Promise<z.infer<typeof ownKeyView>> {
  const key = await readKey(holder.operator, holder.key.id);
  return { ...key, may_rotate: isAllowed(holder) };
}

/** Whether the holder of a key in these groups may rotate it: its default group decides. */
export function mayRotate(
  { groups: known }: Pick<Snapshot, 'groups'>,
  groups: readonly string[],
): boolean {
  const [home] = groups.flatMap((name) => known.get(name) ?? []);
  return home?.holdersMayRotate ?? false;
}

function isAllowed({ operator, key }: KeyHolder): boolean {
  return mayRotate(operator.configuration.snapshot(), key.groups);
}

/**
 * Gives the key another secret. A secret that was replaced already must not outlive its end this way.
 * @throws GatewayError `forbidden`
 */
export async function rotateOwnKey(
  holder: KeyHolder,
  input: z.output<typeof rotation>,
): Promise<CreatedKeyView> {
  if (!isAllowed(holder)) {
    throw new GatewayError('forbidden', 'The secret of this key is changed by its operator only.', {
      reason: 'rotation_not_allowed',
    });
  }
  if (holder.secretEndsAt !== undefined) {
    throw new GatewayError('forbidden', 'This secret was replaced already; use the newer one.', {
      reason: 'secret_replaced',
    });
  }
  return rotateKey(holder.operator, holder.key.id, input);
}
