// The conformance suite, for whoever wants to run it against a gateway.
export { createScoreCard } from './card/card.ts';
export { writeScoreCard } from './card/write-card.ts';
export { findModel } from './find-model.ts';
export { rules } from './rules/rule.ts';
export { runScenarios } from './runner.ts';
export type { Target } from './scenario.ts';
export { scenarios } from './scenarios/scenarios.ts';
