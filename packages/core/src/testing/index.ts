/** Gateways with scripted upstreams, for the tests of this package and of those that use it. */
export { createRecord, sampleRecord, sampleStart, settleSamples } from './sample-records.ts';
export {
  type TestGateway,
  type TestGatewaySettings,
  chatRequest,
  credential,
  startTestGateway,
} from './test-gateway.ts';
