/** Call names and their resolution as the holder of a key sees them. */
import { GatewayError } from '@parley/protocol';
import type * as z from 'zod';
import { findResolution, resolveCallName } from '@parley/core/extension';
import { callNameView, toCallNameViews, priceView } from '../models/call-names.ts';
import type { KeyHolder } from '../shared/operator.ts';
import { hidden } from '../shared/schemas.ts';
import { resolutionQuery, resolutionView } from '../models/resolution.ts';

export const ownCallNameView = callNameView
  .extend({
    price: priceView.extend({ multiplier: hidden }).nullable(),
    price_source: hidden,
    targets: hidden,
  })
  .meta({ id: 'OwnCallName' });

/** Lists the call names that the key may use, with the prices that its holder pays. */
export function listOwnCallNames({
  operator,
  scope,
}: KeyHolder): readonly z.infer<typeof ownCallNameView>[] {
  return toCallNameViews(operator, scope).map(({ price, ...name }) => ({
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

/** Resolves a call name; a name that this key may not use looks like one that does not exist. */
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

/** The message of the error that a call would return. */
function reasonOf(scope: KeyHolder['scope'], model: string): string | null {
  try {
    resolveCallName(scope, model);
    return null;
  } catch (thrown) {
    return GatewayError.from(thrown).message;
  }
}
