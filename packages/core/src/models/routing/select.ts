/** Orders the targets of a route and chooses the dialect for each; used by the resolve stage. */
import { type DialectId, GatewayError } from '@parley/protocol';
import { offeredDialects } from '../providers/addresses.ts';
import type { Draw } from './draw.ts';
import type { Target, Upstream } from './snapshot.ts';

/** What a selection may depend on. */
export interface SelectionInput {
  /** The client's dialect. */
  readonly inbound: DialectId;
  /** False while the circuit breaker of an upstream is open. */
  readonly isAvailable: (upstream: string) => boolean;
  /** The order of equal targets; as configured when absent. */
  readonly draw?: Draw;
}

/**
 * Orders targets for the attempts. Targets whose circuit is closed come first; those whose circuit is open
 * remain as a last resort. Then the configured priority decides, then whether a target offers the client's
 * dialect, which needs no translation. Equal targets share the load as `draw` says.
 */
export function orderTargets(targets: readonly Target[], facts: SelectionInput): readonly Target[] {
  const ranked = targets.map((target) => ({ target, ranks: ranksOf(target, facts) }));
  return ranked.sort((a, b) => compareRanks(a.ranks, b.ranks)).map(({ target }) => target);
}

type Ranks = readonly [isOpen: number, priority: number, translated: number, drawn: number];

function ranksOf(target: Target, { inbound, isAvailable, draw }: SelectionInput): Ranks {
  return [
    isAvailable(target.upstream.name) ? 0 : 1,
    target.priority,
    inbound in target.upstream.baseUrls ? 0 : 1,
    draw?.(target) ?? 0,
  ];
}

function compareRanks(a: Ranks, b: Ranks): number {
  const differences = a.map((rank, index) => rank - (b[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Explains to operators why one of two targets is tried after the other. */
export function explainOrder(first: Target, later: Target, facts: SelectionInput): string {
  const [isOpen, priority, translated] = ranksOf(first, facts);
  const [laterIsOpen, laterPriority, laterTranslated] = ranksOf(later, facts);
  if (laterIsOpen !== isOpen)
    return 'The circuit breaker of its upstream is open: it is a last resort.';
  if (laterPriority !== priority) return `Its priority ${laterPriority} comes after ${priority}.`;
  if (laterTranslated !== translated) {
    return `It does not speak the client's format ${facts.inbound}, as the first one does.`;
  }
  return 'It ranks like the first one: each comes first as often as its weight says.';
}

/** The client's own dialect if the upstream offers it, otherwise the upstream's preferred one. */
export function chooseDialect(upstream: Pick<Upstream, 'baseUrls'>, inbound: DialectId): DialectId {
  const chosen = inbound in upstream.baseUrls ? inbound : offeredDialects(upstream)[0];
  if (chosen === undefined) throw new GatewayError('internal', 'The upstream has no base URL.');
  return chosen;
}
