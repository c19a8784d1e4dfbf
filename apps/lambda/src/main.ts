/**
 * The entry for AWS Lambda. `main.handler` streams responses, for a Function URL with the invoke mode
 * `RESPONSE_STREAM`; `main.bufferedHandler` returns them whole, for API Gateway and load balancers.
 */
import process from 'node:process';
import { findLogLevel } from '@parley/host';
import { createProcessLogger } from '@parley/host/disk';
import { createHandlers } from './handlers.ts';
import type { LambdaRuntime } from './platform.ts';
import { createStarter } from './start.ts';

export type * from './platform.ts';

declare const awslambda: LambdaRuntime;

const log = createProcessLogger(findLogLevel(process.env));
const start = createStarter(process.env, log);

export const { handler, bufferedHandler } = createHandlers({
  runtime: awslambda,
  start: async () => (await start()).gateway,
});

// Starts before the first request. A failed start is logged, and the first request tries again.
await start().catch(() => undefined);

// The runtime does not handle the failure of a response that the platform has aborted. It must not end the
// instance, because the exchange is not settled yet.
process.on('unhandledRejection', (cause) => {
  log('error', 'A rejected promise was not handled.', { cause });
});

// Sent before an idle instance is removed, if an extension is registered.
process.once('SIGTERM', () => {
  const closed = start().then((host) => host.close());
  void closed.catch(() => undefined).finally(() => process.exit(0));
});
