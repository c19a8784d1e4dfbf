import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runtimes } from '../../scripts/serving.mjs';
import { knownGaps } from './known-gaps.ts';
import { readSpecification } from './rules/read-specification.ts';
import { findSettling, rules } from './rules/rule.ts';
import { scenarios } from './scenarios/scenarios.ts';

const page = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');
const ids = rules.map(({ id }) => id);

describe('the rules', () => {
  it('are those of docs/specification.md; after a change of it, run write-rules.ts', () => {
    expect(rules).toEqual(readSpecification(page));
  });

  it('have unique names', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(rules.filter(({ sentence }) => sentence.length < 10)).toEqual([]);
  });

  it('each have a scenario, or are covered by other rules', () => {
    const proven = new Set(scenarios.flatMap((scenario) => scenario.rules));
    const unproven = rules.filter(
      (rule) => !proven.has(rule.id) && findSettling(rule, ids).length === 0,
    );
    expect(unproven.map(({ id }) => id)).toEqual([]);
  });

  it('are covered only by rules that exist', () => {
    const dangling = rules.flatMap((rule) =>
      (rule.settledBy ?? []).filter(
        (name) => findSettling({ ...rule, settledBy: [name] }, ids).length === 0,
      ),
    );
    expect(dangling).toEqual([]);
  });
});

describe('the scenarios', () => {
  it('have unique names', () => {
    const names = scenarios.map(({ id }) => id);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('refer to rules that exist', () => {
    const unknown = scenarios.flatMap(({ id, rules: cited }) =>
      cited.filter((rule) => !ids.includes(rule)).map((rule) => `${id} cites ${rule}`),
    );
    expect(unknown).toEqual([]);
    expect(scenarios.filter(({ rules: cited }) => cited.length === 0)).toEqual([]);
  });
});

describe('the known gaps', () => {
  it('name scenarios and runtimes that exist, each with a reason', () => {
    const names = new Set(scenarios.map(({ id }) => id));
    expect(knownGaps.filter(({ scenario }) => !names.has(scenario))).toEqual([]);
    const places = knownGaps.flatMap(({ runtimes: where = [] }) => where);
    expect(places.filter((place) => !runtimes.includes(place))).toEqual([]);
    expect(knownGaps.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });
});
