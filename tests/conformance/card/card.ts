// The score card of a run: the result of each rule.
import { findSettling, type Rule } from '../rules/rule.ts';
import type { ScenarioResult, ScenarioStatus } from '../runner.ts';

export interface RuleScore {
  readonly id: string;
  readonly source: string;
  readonly section: string;
  readonly sentence: string;
  readonly status: ScenarioStatus;
  /** The ids of the scenarios that test it, or of the rules that settle it. */
  readonly scenarios: readonly string[];
}

/** Number of rules by result. */
export type Totals = Readonly<Record<ScenarioStatus, number>>;

export interface ScoreCard {
  readonly target: string;
  readonly startedAt: string;
  readonly rules: readonly RuleScore[];
  readonly scenarios: readonly ScenarioResult[];
  readonly totals: Totals;
}

export interface Run {
  /** The name of a runtime or the URL of a host. */
  readonly target: string;
  readonly startedAt: Date;
  readonly results: readonly ScenarioResult[];
}

export function createScoreCard(rules: readonly Rule[], run: Run): ScoreCard {
  const proven = new Map(rules.map((rule) => [rule.id, scoreRule(rule, run.results)]));
  const scores = rules.map((rule) => settleRule(rule, proven));
  return {
    target: run.target,
    startedAt: run.startedAt.toISOString(),
    rules: scores,
    scenarios: run.results,
    totals: sumUp(scores),
  };
}

function scoreRule({ id, source, section, sentence }: Rule, results: Run['results']): RuleScore {
  const proving = results.filter(({ rules }) => rules.includes(id));
  const status = worstOf(proving.map((result) => result.status));
  return { id, source, section, sentence, status, scenarios: proving.map((each) => each.id) };
}

/** A rule that leaves something open has the result of the rules that settle it. */
function settleRule(rule: Rule, proven: ReadonlyMap<string, RuleScore>): RuleScore {
  const own = proven.get(rule.id);
  if (own === undefined) throw new Error(`There is no rule ${rule.id}.`);
  if (own.scenarios.length > 0) return own;
  const settling = findSettling(rule, [...proven.keys()]);
  const statuses = settling.map((id) => proven.get(id)?.status ?? 'not-run');
  return { ...own, status: worstOf(statuses), scenarios: settling };
}

/** One failure fails a rule; it is `not-run` only when nothing ran. */
function worstOf(statuses: readonly ScenarioStatus[]): ScenarioStatus {
  const order = ['fail', 'gap', 'pass'] as const;
  return order.find((status) => statuses.includes(status)) ?? 'not-run';
}

export function sumUp(scores: readonly { readonly status: ScenarioStatus }[]): Totals {
  const count = (wanted: ScenarioStatus) => scores.filter(({ status }) => status === wanted).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    gap: count('gap'),
    'not-run': count('not-run'),
  };
}

/** The sections of a card in its order, each with its rules. */
export function listSections({
  rules,
}: Pick<ScoreCard, 'rules'>): ReadonlyMap<string, readonly RuleScore[]> {
  const names = [...new Set(rules.map(({ section }) => section))];
  return new Map(names.map((name) => [name, rules.filter(({ section }) => section === name)]));
}
