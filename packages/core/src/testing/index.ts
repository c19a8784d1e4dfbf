/** Gateways with scripted upstreams, for the tests of this package and of those that use it. */
export { sampleRecord, sampleStart, settleSamples } from './sample-records.ts';
export { type Stage, type StageSettings, chatQuestion, credential, setStage } from './stage.ts';
