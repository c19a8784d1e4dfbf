import { type DialectId, GatewayError } from '@parley/protocol';
import { offeredDialects } from '../providers/addresses.ts';
import type { Target, Upstream } from './snapshot.ts';

/** What a selection may depend on. */
export interface SelectionFacts {
  /** The caller's dialect. */
  readonly inbound: DialectId;
  /** Whether an upstream, by its name, is worth trying now. */
  readonly isAvailable: (upstream: string) => boolean;
}

/**
 * The order in which targets are tried. Healthy upstreams come first, because a target that is known
 * to fail only costs time; the others stay as a last resort. Then the configured priority counts,
 * and among equals a target that speaks the caller's dialect, because nothing is lost there. What is
 * still equal stays as configured.
 */
export function orderTargets(targets: readonly Target[], facts: SelectionFacts): readonly Target[] {
  const ranked = targets.map((target) => ({ target, ranks: ranksOf(target, facts) }));
  return ranked.sort((a, b) => compareRanks(a.ranks, b.ranks)).map(({ target }) => target);
}

type Ranks = readonly [rests: number, priority: number, translated: number];

function ranksOf(target: Target, { inbound, isAvailable }: SelectionFacts): Ranks {
  return [
    isAvailable(target.upstream.name) ? 0 : 1,
    target.priority,
    inbound in target.upstream.baseUrls ? 0 : 1,
  ];
}

function compareRanks(a: Ranks, b: Ranks): number {
  const differences = a.map((rank, index) => rank - (b[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Why one of two targets is tried after the other, as a sentence for operators. */
export function explainOrder(first: Target, later: Target, facts: SelectionFacts): string {
  const [rests, priority, translated] = ranksOf(first, facts);
  const [laterRests, laterPriority, laterTranslated] = ranksOf(later, facts);
  if (laterRests !== rests) return 'Its upstream rests after failures: it is a last resort.';
  if (laterPriority !== priority) return `Its priority ${laterPriority} comes after ${priority}.`;
  if (laterTranslated !== translated) {
    return `It does not speak the caller's format ${facts.inbound}, as the first one does.`;
  }
  return 'It ranks like the first one and is configured after it.';
}

/** The caller's own dialect where the upstream offers it, else the upstream's preferred one. */
export function chooseDialect(upstream: Pick<Upstream, 'baseUrls'>, inbound: DialectId): DialectId {
  const offered = offeredDialects(upstream);
  const chosen = offered.includes(inbound) ? inbound : offered[0];
  if (chosen === undefined) throw new GatewayError('internal', 'The upstream has no address.');
  return chosen;
}
