import { GatewayError } from '@parley/protocol';
import type * as z from 'zod';
import { findResolution, resolveCallName } from '@parley/core/extension';
import { callNameView, encodeCallNames, priceView } from '../models/call-names.ts';
import type { KeyHolder } from './own-key.ts';
import { hidden } from '../shared/schemas.ts';
import { resolutionQuery, resolutionView } from '../models/resolution.ts';

export const ownCallNameView = callNameView
  .extend({
    price: priceView.extend({ multiplier: hidden }).nullable(),
    price_source: hidden,
    targets: hidden,
  })
  .meta({ id: 'OwnCallName' });

/** Every name that the key may write, with what it costs its holder. */
export function listOwnCallNames({
  operator,
  scope,
}: KeyHolder): readonly z.infer<typeof ownCallNameView>[] {
  return encodeCallNames(operator, scope).map(({ price, ...name }) => ({
    ...name,
    price: price === null ? null : { ...price, multiplier: null },
    price_source: null,
    targets: null,
  }));
}

export const ownResolutionQuery = resolutionQuery.pick({ model: true });

export const ownResolutionView = resolutionView
  .extend({ targets: hidden, steps: hidden })
  .meta({ id: 'OwnResolution' });

/** What a name leads to; what is not for this key is told in the words for what does not exist. */
export function resolveOwnName(
  { scope }: KeyHolder,
  { model }: z.output<typeof ownResolutionQuery>,
): z.infer<typeof ownResolutionView> {
  const found = findResolution(scope, model);
  return {
    object: 'resolution',
    model,
    found: found !== undefined,
    reason: found === undefined ? reasonOf(scope, model) : null,
    call_name: found?.route.callName ?? null,
    group: found?.group.name ?? null,
    targets: null,
    effort: found?.effort ?? null,
    steps: null,
  };
}

/** What a call would answer. */
function reasonOf(scope: KeyHolder['scope'], model: string): string | null {
  try {
    resolveCallName(scope, model);
    return null;
  } catch (thrown) {
    return GatewayError.from(thrown).message;
  }
}
