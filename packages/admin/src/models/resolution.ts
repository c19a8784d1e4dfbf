/** Resolution: explains which targets a call name leads to, and why. */
import { dialectIds, type DialectId } from '@parley/protocol';
import * as z from 'zod';
import { advanceKeyState } from '@parley/core/ledger';
import {
  chooseDialect,
  explainOrder,
  explainResolution,
  keyStatus,
  limitsMoney,
  needsPrice,
  orderTargets,
  type Resolution,
  type SelectionInput,
  type Target,
  upstreamStates,
} from '@parley/core/extension';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { findCallerScope, scopeFields, type CallerScope } from './scope.ts';

/** Validates which name is to be explained, and for which key or group. */
export const resolutionQuery = z.strictObject({
  ...scopeFields,
  model: z.string().min(1).max(1_000).describe('The value of `model` in a request.'),
  inbound: z
    .enum(dialectIds)
    .default('openai-chat')
    .describe(
      'The format of the request: among targets of equal priority, those that use it come first.',
    ),
});

/** How a name would be resolved as the API writes it. */
export const resolutionView = z
  .strictObject({
    object: z.literal('resolution'),
    model: z.string(),
    found: z.boolean(),
    reason: z.string().nullable().describe('Why the name was not found, in one sentence.'),
    call_name: z.string().nullable().describe('The call name that the name resolves to.'),
    group: z.string().nullable(),
    targets: z
      .array(
        z.strictObject({
          upstream: z.string(),
          model: z.string(),
          priority: z.int(),
          weight: z.int().describe('The share of the calls among equal targets.'),
          outbound: z.enum(dialectIds).describe('The format of the request to the upstream.'),
          state: z.enum(upstreamStates),
          order: z.int().nullable().describe('From 1; null when the target is never tried.'),
          skipped: z.string().nullable().describe('Why the target is not tried first.'),
        }),
      )
      .describe('In the order in which they would be tried now.'),
    effort: z.string().nullable(),
    steps: z.array(z.string()).describe('Every lookup, in order.'),
  })
  .meta({ id: 'Resolution' });

/** How a name would be resolved, in the format of the API. */
export type ResolutionView = z.infer<typeof resolutionView>;

/** Explains how a call name would be resolved and which targets would be tried, without calling them. */
export async function explainName(
  operator: ConfigurationOperator,
  { model, inbound, ...query }: z.output<typeof resolutionQuery>,
): Promise<ResolutionView> {
  const found = await findCallerScope(operator, query);
  const snapshot = operator.configuration.snapshot();
  const { steps, resolution, reason } = explainResolution(found.scope, model, snapshot);
  const targets =
    resolution === undefined ? [] : orderTargetsOf(operator, found, { resolution, inbound });
  return {
    object: 'resolution',
    model,
    found: resolution !== undefined,
    reason: reason ?? null,
    call_name: resolution?.route.callName ?? null,
    group: resolution?.group.name ?? null,
    targets,
    effort: resolution?.effort ?? null,
    steps: [...describeOwner(operator, found), ...steps, ...targets.map(describeTarget)],
  };
}

type TargetView = ResolutionView['targets'][number];

/** Orders the targets as a call would; targets without a required price come last. */
function orderTargetsOf(
  operator: ConfigurationOperator,
  { owner }: CallerScope,
  { resolution, inbound }: { readonly resolution: Resolution; readonly inbound: DialectId },
): TargetView[] {
  const { configuration, health, clock } = operator;
  const snapshot = configuration.snapshot();
  const selection = { inbound, isAvailable: (upstream: string) => health.isAvailable(upstream) };
  const ordered = orderTargets(resolution.route.targets, selection);
  const mustHavePrice = needsPrice(
    snapshot,
    owner && { key: owner.listed.key, account: owner.account },
  );
  const now = clock.now();
  const { route, group } = resolution;
  const sold = { group: group.name, callName: route.callName };
  const isSold = snapshot.salePrices.find(sold, now) !== undefined;
  const isUsable = (target: Target): boolean =>
    !mustHavePrice || isSold || snapshot.prices.find(target, now).kind !== 'unknown';
  const usable = ordered.filter(isUsable);
  return [...usable, ...ordered.filter((target) => !usable.includes(target))].map((target) => ({
    upstream: target.upstream.name,
    model: target.model,
    priority: target.priority,
    weight: target.weight,
    outbound: chooseDialect(target.upstream, inbound),
    state: health.read(target.upstream.name).state,
    order: usable.includes(target) ? usable.indexOf(target) + 1 : null,
    skipped: explainSkipping(target, usable, selection),
  }));
}

function explainSkipping(
  target: Target,
  usable: readonly Target[],
  selection: SelectionInput,
): string | null {
  if (!usable.includes(target)) {
    return 'It has no price, and this call needs one.';
  }
  const [first] = usable;
  return first === undefined || first === target ? null : explainOrder(first, target, selection);
}

function describeTarget({ upstream, model, order, skipped }: TargetView): string {
  const position = order === null ? 'Never tried' : `Tried as number ${order}`;
  return `${position}: ${upstream}/${model}.${skipped === null ? '' : ` ${skipped}`}`;
}

/** Lists why every call of the key would be rejected, and what limits its targets. */
function describeOwner(
  { clock }: ConfigurationOperator,
  { owner }: CallerScope,
): readonly string[] {
  if (owner === undefined) return [];
  const { listed, account } = owner;
  const { key, state } = listed;
  const now = clock.now();
  const status = keyStatus(key, advanceKeyState(state, key.limits, now), now);
  return [
    ...(account.disabled ? ['The account of this key is disabled: its calls are refused.'] : []),
    ...(status === 'active' ? [] : [`This key is ${statusNames[status]}: its calls are refused.`]),
    ...(limitsMoney({ key, account })
      ? ['The spending of this key is limited: it may call only targets with a price.']
      : []),
  ];
}

const statusNames = {
  disabled: 'disabled',
  expired: 'expired',
  quota_exhausted: 'used up',
} as const;
