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
  type SelectionFacts,
  type Target,
  upstreamStates,
} from '@parley/core/extension';
import type { ConfigurationOperator } from '../operator.ts';
import { findScope, scopeFields, type FoundScope } from '../scope.ts';

export const resolutionQuery = z.strictObject({
  ...scopeFields,
  model: z.string().min(1).max(1_000).describe('What a caller would write in `model`.'),
  inbound: z
    .enum(dialectIds)
    .default('openai-chat')
    .describe(
      'The format of the caller: of targets that rank alike, those that speak it go first.',
    ),
});

export const resolutionView = z
  .strictObject({
    object: z.literal('resolution'),
    model: z.string(),
    found: z.boolean(),
    reason: z.string().nullable().describe('Why nothing is found, in one sentence.'),
    call_name: z.string().nullable().describe('What runs.'),
    group: z.string().nullable(),
    targets: z
      .array(
        z.strictObject({
          upstream: z.string(),
          model: z.string(),
          priority: z.int(),
          outbound: z.enum(dialectIds).describe('The format in which it would be asked.'),
          state: z.enum(upstreamStates),
          order: z.int().nullable().describe('From 1; null when it would not be tried at all.'),
          skipped: z.string().nullable().describe('Why it would not be tried first.'),
        }),
      )
      .describe('In the order in which they would be tried.'),
    effort: z.string().nullable(),
    steps: z.array(z.string()).describe('Every look-up, in order.'),
  })
  .meta({ id: 'Resolution' });
export type ResolutionView = z.infer<typeof resolutionView>;

/** Tells what a call would do, and why, without calling anything. */
export async function explainName(
  operator: ConfigurationOperator,
  { model, inbound, ...query }: z.output<typeof resolutionQuery>,
): Promise<ResolutionView> {
  const found = await findScope(operator, query);
  const snapshot = operator.configuration.snapshot();
  const { steps, resolution, reason } = explainResolution(found.scope, model, snapshot);
  const targets =
    resolution === undefined ? [] : decideTargets(operator, found, { resolution, inbound });
  return {
    object: 'resolution',
    model,
    found: resolution !== undefined,
    reason: reason ?? null,
    call_name: resolution?.route.callName ?? null,
    group: resolution?.group.name ?? null,
    targets,
    effort: resolution?.effort ?? null,
    steps: [...describeHolder(operator, found), ...steps, ...targets.map(describeTarget)],
  };
}

type TargetView = ResolutionView['targets'][number];

/** The targets as the stages of a call would take them: ordered, then without those that have no price. */
function decideTargets(
  operator: ConfigurationOperator,
  { holder }: FoundScope,
  { resolution, inbound }: { readonly resolution: Resolution; readonly inbound: DialectId },
): TargetView[] {
  const { configuration, health, clock } = operator;
  const snapshot = configuration.snapshot();
  const facts = { inbound, isAvailable: (upstream: string) => health.isAvailable(upstream) };
  const ordered = orderTargets(resolution.route.targets, facts);
  const mustHavePrice = needsPrice(
    snapshot,
    holder && { key: holder.listed.key, account: holder.account },
  );
  const isUsable = (target: Target): boolean =>
    !mustHavePrice || snapshot.prices.find(target, clock.now()).kind !== 'unknown';
  const usable = ordered.filter(isUsable);
  return [...usable, ...ordered.filter((target) => !usable.includes(target))].map((target) => ({
    upstream: target.upstream.name,
    model: target.model,
    priority: target.priority,
    outbound: chooseDialect(target.upstream, inbound),
    state: health.read(target.upstream.name).state,
    order: usable.includes(target) ? usable.indexOf(target) + 1 : null,
    skipped: explainSkipping(target, usable, facts),
  }));
}

function explainSkipping(
  target: Target,
  usable: readonly Target[],
  facts: SelectionFacts,
): string | null {
  if (!usable.includes(target)) {
    return 'It has no price, and what is called must have one here.';
  }
  const [first] = usable;
  return first === undefined || first === target ? null : explainOrder(first, target, facts);
}

function describeTarget({ upstream, model, order, skipped }: TargetView): string {
  const place = order === null ? 'Never tried' : `Tried as number ${order}`;
  return `${place}: ${upstream}/${model}.${skipped === null ? '' : ` ${skipped}`}`;
}

/** What refuses a call before its model is looked for, and what narrows its targets. */
function describeHolder(
  { clock }: ConfigurationOperator,
  { holder }: FoundScope,
): readonly string[] {
  if (holder === undefined) return [];
  const { listed, account } = holder;
  const { key, state } = listed;
  const now = clock.now();
  const status = keyStatus(key, advanceKeyState(state, key.limits, now), now);
  return [
    ...(account.disabled ? ['The account of this key is disabled: its calls are refused.'] : []),
    ...(status === 'active' ? [] : [`This key is ${statusWords[status]}: its calls are refused.`]),
    ...(limitsMoney({ key, account })
      ? ['Its money is limited: it calls only what has a price.']
      : []),
  ];
}

const statusWords = {
  disabled: 'disabled',
  expired: 'expired',
  quota_exhausted: 'used up',
} as const;
