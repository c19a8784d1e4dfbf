/** Starts a gateway for one test and closes it when the test has finished. */
import { onTestFinished } from 'vitest';
import { startTestGateway, type TestGateway, type TestGatewaySettings } from './test-gateway.ts';

export async function openTestGateway(settings: TestGatewaySettings = {}): Promise<TestGateway> {
  const testGateway = await startTestGateway(settings);
  onTestFinished(() => testGateway.close());
  return testGateway;
}
