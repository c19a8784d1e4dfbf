// The public entry of the conformance suite; `parley conformance` uses it.
export { createScoreCard } from './card/card.ts';
export { writeScoreCard } from './card/write-card.ts';
export { findModel } from './find-model.ts';
export { rules } from './rules/rule.ts';
export { runScenarios } from './runner.ts';
export type { Target } from './scenario.ts';
export { scenarios } from './scenarios/scenarios.ts';
