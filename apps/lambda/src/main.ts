/**
 * Parley on AWS Lambda. `main.handler` streams its answers, for a Function URL with the invoke mode
 * `RESPONSE_STREAM`; `main.bufferedHandler` gives them whole, for API Gateway and load balancers.
 */
import process from 'node:process';
import { createHandlers } from './handlers.ts';
import type { LambdaRuntime } from './platform.ts';
import { createStarter } from './start.ts';

declare const awslambda: LambdaRuntime;

const start = createStarter(process.env);

export const { handler, bufferedHandler } = createHandlers({
  runtime: awslambda,
  start: async () => (await start()).gateway,
});

// The instance starts before its first request. A start that failed is in the log, and is tried again.
await start().catch(() => undefined);

// Comes where an extension is registered, when the instance is idle and about to be taken away.
process.once('SIGTERM', () => {
  const closed = start().then((host) => host.close());
  void closed.catch(() => undefined).finally(() => process.exit(0));
});
