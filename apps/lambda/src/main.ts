/**
 * Parley on AWS Lambda. `main.handler` streams its answers, for a Function URL with the invoke mode
 * `RESPONSE_STREAM`; `main.bufferedHandler` gives them whole, for API Gateway and load balancers.
 */
import process from 'node:process';
import { readLogLevel } from '@parley/host';
import { createProcessLogger } from '@parley/host/disk';
import { createHandlers } from './handlers.ts';
import type { LambdaRuntime } from './platform.ts';
import { createStarter } from './start.ts';

declare const awslambda: LambdaRuntime;

const log = createProcessLogger(readLogLevel(process.env['PARLEY_LOG_LEVEL']));
const start = createStarter(process.env, log);

export const { handler, bufferedHandler } = createHandlers({
  runtime: awslambda,
  start: async () => (await start()).gateway,
});

// The instance starts before its first request. A start that failed is in the log, and is tried again.
await start().catch(() => undefined);

// The runtime's client lets the failure of an answer that the platform broke off go unhandled. It must not
// end the instance: the exchange has yet to be settled, and others may be running.
process.on('unhandledRejection', (cause) => {
  log('error', 'A promise was rejected, and nobody handled it.', { cause });
});

// Comes where an extension is registered, when the instance is idle and about to be taken away.
process.once('SIGTERM', () => {
  const closed = start().then((host) => host.close());
  void closed.catch(() => undefined).finally(() => process.exit(0));
});
